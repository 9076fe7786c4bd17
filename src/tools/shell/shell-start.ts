import * as z from 'zod';
import type { Assessment } from '../../core/call/assessment.ts';
import { lackedAccess } from '../../core/call/lacked-access.ts';
import { ToolError } from '../../core/errors.ts';
import { PROCESS_STATUSES, RESTART_POLICIES } from '../../core/process/process-record.ts';
import { joinAccess } from '../../core/process/sandbox.ts';
import { isAtLeast } from '../../core/risk.ts';
import { defineTool } from '../../core/tool/tool.ts';
import {
  bashArgv,
  commandInput,
  commandPreview,
  judgeCommand,
  placeOf,
  placeTouched,
} from './bash-command.ts';
import { withLasting, withLastingShown } from './lasting.ts';

const output = z.strictObject({
  processId: z.string().describe('For the process tools'),
  pid: z.number().describe('Process id of the system'),
  status: z.enum(PROCESS_STATUSES).describe('starting: successPattern was not seen yet'),
  initialOutput: z.string().describe('Output so far'),
  exitCode: z.number().nullable().optional().describe('If it has already ended'),
  ports: z.array(z.number()).describe('TCP ports it listens on'),
  url: z.string().optional().describe('Address it printed'),
  sandbox: z.enum(['bwrap', 'none']).describe('What it runs in'),
});

const input = z
  .strictObject({
    ...commandInput,
    name: z.string().max(100).optional().describe('For lists'),
    pty: z.boolean().default(false).describe('Give it a terminal, for REPLs and prompts'),
    keepAlive: z.boolean().default(false).describe('Keep running after this connection ends'),
    restart: z.enum(RESTART_POLICIES).default('never').describe('Restart it when it ends'),
    successPattern: z.string().max(500).optional().describe('Regex; a matching line means it is ready'),
    readyTimeoutMs: z
      .number()
      .int()
      .min(100)
      .max(300_000)
      .default(20_000)
      .describe('How long to wait until it is ready'),
  })
  .refine(({ pty, keepAlive }) => !(pty && keepAlive), {
    path: ['keepAlive'],
    error: 'it does not go together with pty: a terminal ends with the host',
  });

export const shellStart = defineTool({
  name: 'shell_start',
  pack: 'shell',
  title: 'Start a command in the background',
  description:
    'Start a server, watcher or long Bash command in the background; it ends with this connection unless keepAlive. Follow with get_background_process_output.',
  input,
  output,
  isText: true,
  effects: ['read', 'write', 'delete', 'exec', 'network'],
  risk: (args, judge) => withLasting(withServerNeeds(judgeCommand(args, judge)), lastingInWords(args)),
  isSandboxed: true,
  saysReason: true,
  isCore: true,
  timeoutMs: 310_000,
  aliases: { 'shell.executeAsync': {} },
  touches: placeTouched,
  preview: (args, ctx) => withLastingShown(commandPreview(args, ctx), lastingInWords(args)),
  run: async (ctx, { command, env, pty, keepAlive, ...args }) => {
    const { processId, pid, status, initialOutput, exitCode, ports, url, sandbox, access } =
      await ctx.processes.start({
        argv: bashArgv(command),
        command,
        cwd: placeOf(args, ctx),
        ...(env && { env }),
        name: args.name,
        pty,
        keepAlive,
        restart: args.restart,
        successPattern: args.successPattern,
        readyTimeoutMs: args.readyTimeoutMs,
      });
    const data = {
      processId,
      pid,
      status,
      initialOutput,
      ...(exitCode !== undefined && { exitCode }),
      ports: [...ports],
      ...(url !== undefined && { url }),
      sandbox: sandbox === 'none' ? ('none' as const) : ('bwrap' as const),
    };
    if (status !== 'failed') return data;
    throw new ToolError('EXEC_FAILED', `The command ended at once with ${exitCode ?? 'a signal'}`, {
      data,
      hint: lackedAccess({ sandbox, access, taken: commandInput }, initialOutput),
    });
  },
  toText: ({ processId, status, initialOutput, ports, url }) =>
    [
      `${processId} ${status}${url ? ` ${url}` : ports.length > 0 ? ` port ${ports.join(', ')}` : ''}`,
      initialOutput,
    ]
      .filter((part) => part !== '')
      .join('\n'),
});

/** A server nobody can reach is of no use; what only reads, such as a log that is followed, needs no more. */
const withServerNeeds = (assessment: Assessment): Assessment =>
  isAtLeast(assessment.risk, 'MEDIUM')
    ? { ...assessment, needs: joinAccess(assessment.needs, ['write', 'network']) }
    : assessment;

const AGAIN = {
  never: [],
  'on-failure': ['starts again when it fails'],
  always: ['starts again whenever it ends'],
};

/** What outlasts the call; empty for one start that ends with its agent. */
function lastingInWords({
  keepAlive,
  restart,
}: Pick<z.infer<typeof input>, 'keepAlive' | 'restart'>): string {
  const does = [...(keepAlive ? ['goes on when its agent leaves'] : []), ...AGAIN[restart]];
  return does.length === 0 ? '' : `It ${does.join(', and ')}.`;
}
