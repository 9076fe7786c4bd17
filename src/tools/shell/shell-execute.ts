import * as z from 'zod';
import type { Caller } from '../../core/call/caller.ts';
import { lackedAccess, lackedSilently } from '../../core/call/lacked-access.ts';
import { ToolError } from '../../core/errors.ts';
import { ACCESSES } from '../../core/process/sandbox.ts';
import { defineTool, type ToolContext } from '../../core/tool/tool.ts';
import type { Executed } from '../../engines/process/processes.ts';
import { isAnswer } from './answers-by-exit.ts';
import {
  bashArgv,
  commandInput,
  commandPreview,
  judgeCommand,
  placeOf,
  placeTouched,
} from './bash-command.ts';
import { createOutputProgress } from './output-progress.ts';
import { PATIENCE_MS } from './patience.ts';

const output = z.strictObject({
  status: z
    .enum(['completed', 'failed', 'timed_out', 'cancelled', 'running'])
    .describe('running: it continues in the background'),
  processId: z.string().optional().describe('For the process tools, while it runs or if the output is long'),
  stdout: z.string().describe('Output; only head and tail if long'),
  stderr: z.string().describe('The same for stderr'),
  exitCode: z.number().nullable().describe('null: ended by a signal, or still running'),
  signal: z.string().optional().describe('What ended it'),
  durationMs: z.number().describe('Time it ran'),
  timedOut: z.boolean().describe('It was stopped at the time limit'),
  truncated: z.boolean().describe('Part of the output is left out'),
  leftovers: z.number().optional().describe('Processes it left running; they were ended'),
  setAside: z.array(z.string()).optional().describe('Protected files it created, under their new names'),
  sandbox: z.enum(['bwrap', 'none']).describe('What it ran in'),
  profile: z.enum(['closed', 'open']).optional().describe('closed: read-only, no network, no secrets'),
  access: z.array(z.enum(ACCESSES)).optional().describe('What it could do beyond reading'),
  lacked: z.string().optional().describe('What a failed part may have lacked'),
});
type Output = z.output<typeof output>;

export const shellExecute = defineTool({
  name: 'shell_execute',
  pack: 'shell',
  title: 'Run a shell command',
  description:
    'Run a Bash command. Without timeoutMs, one that takes over 30 s continues in the background: follow it with get_background_process_output. For servers use shell_start.',
  input: z.strictObject({
    ...commandInput,
    timeoutMs: z
      .number()
      .int()
      .min(1000, 'it is in milliseconds: at least 1000')
      .optional()
      .describe('Time limit'),
    shell: z.enum(['bash', '/bin/bash']).default('bash').describe('Only bash'),
  }),
  output,
  isText: true,
  effects: ['read', 'write', 'delete', 'exec', 'network'],
  risk: judgeCommand,
  isSandboxed: true,
  saysReason: true,
  isCore: true,
  timeoutMs: 60_000,
  aliases: {
    'shell.execute': { params: { timeout: 'timeoutMs' } },
    shell: { params: { timeout: 'timeoutMs' } },
  },
  touches: placeTouched,
  preview: (args, ctx) => {
    assertShort(args.timeoutMs, ctx);
    return commandPreview(args, ctx);
  },
  run: async (ctx, args) => {
    assertShort(args.timeoutMs, ctx);
    const progress = createOutputProgress(ctx);
    const executed = await ctx.processes.execute({
      argv: bashArgv(args.command, ctx.caller.setByRun?.inShell),
      command: args.command,
      cwd: placeOf(args, ctx),
      ...(args.env && { env: args.env }),
      ...(args.timeoutMs === undefined && { patienceMs: PATIENCE_MS }),
      onOutput: (_, text) => progress.add(text),
    });
    progress.end();
    return judged(args.command, executed, ctx.caller);
  },
  toText,
});

function assertShort(timeoutMs: number | undefined, { processes }: ToolContext): void {
  if (timeoutMs === undefined || timeoutMs <= processes.maxTimeoutMs) return;
  throw new ToolError(
    'VALIDATION',
    `timeoutMs is ${timeoutMs}; at most ${processes.maxTimeoutMs} is allowed`,
    {
      hint: 'Start longer work with shell_start, or leave timeoutMs out: the command then continues in the background.',
    },
  );
}

function judged(command: string, executed: Executed, caller: Pick<Caller, 'transport'>): Output {
  const isGood = isAnswer(command, executed.exitCode, executed.stderr.text);
  const data = toData(executed, isGood);
  const { sandbox, access } = executed;
  const ran = { sandbox, access, taken: commandInput, isStep: caller.transport === 'run' };
  if (executed.timedOut)
    throw new ToolError('TIMEOUT', `The command was stopped after ${data.durationMs} ms`, {
      hint: 'Allow more time with timeoutMs, or start it with shell_start.',
      data,
    });
  if (executed.tooLarge !== undefined)
    throw new ToolError('TOO_LARGE', `The command was ended: ${executed.tooLarge}`, {
      hint: 'Do less at once: fewer processes in parallel, or smaller pieces of data.',
      data,
    });
  if (executed.cancelled) throw new ToolError('CANCELLED', 'The command was cancelled', { data });
  if (data.status === 'running') return data;
  if (isGood) {
    const lacked = lackedSilently(ran, { command, ...data });
    return { ...data, ...(lacked !== undefined && { lacked }) };
  }
  throw new ToolError('EXEC_FAILED', failure(data), {
    data,
    hint: lackedAccess(ran, data.stderr),
  });
}

const failure = ({ exitCode, signal }: Output): string =>
  exitCode === null ? `The command was ended by ${signal}` : `The command exited with ${exitCode}`;

function toData(executed: Executed, isGood: boolean): Output {
  const { stdout, stderr, signal, leftovers, setAside, sandbox, access, cancelled, tooLarge } = executed;
  const { status, processId, exitCode, durationMs, timedOut } = executed;
  const stopped = timedOut ? 'timed_out' : cancelled ? 'cancelled' : undefined;
  const ended = isGood && tooLarge === undefined ? 'completed' : 'failed';
  return {
    status: stopped ?? (status === 'running' ? status : ended),
    ...(processId !== undefined && { processId }),
    stdout: stdout.text,
    stderr: stderr.text,
    exitCode,
    ...(signal !== null && { signal }),
    durationMs,
    timedOut,
    truncated: stdout.truncated || stderr.truncated,
    ...(leftovers > 0 && { leftovers }),
    ...(setAside.length > 0 && { setAside: [...setAside] }),
    sandbox: sandbox === 'none' ? 'none' : 'bwrap',
    ...(sandbox !== 'none' && { profile: sandbox }),
    ...(access.length > 0 && { access: [...access] }),
  };
}

/** What a terminal would show, and what it would not. */
function toText(data: Output): string {
  const { status, stdout, stderr, exitCode, processId, truncated, lacked } = data;
  const { leftovers = 0, setAside = [] } = data;
  const notes = [
    status === 'running' ? `[still running as ${processId}]` : '',
    exitCode !== null && exitCode !== 0 ? `[exit code ${exitCode}]` : '',
    truncated && processId !== undefined && status !== 'running' ? `[the rest: process ${processId}]` : '',
    leftovers > 0 ? `[${leftovers} left running and ended; use shell_start for those]` : '',
    lacked === undefined ? '' : `[${lacked}]`,
    setAside.length > 0 ? `[protected, so it was set aside: ${setAside.join(', ')}]` : '',
  ];
  const parts = [stdout.trimEnd(), stderr.trim() === '' ? '' : `[stderr]\n${stderr.trimEnd()}`, ...notes];
  return parts.filter((part) => part !== '').join('\n') || '[no output]';
}
