import * as z from 'zod';
import type { Preview } from '../../core/approval/preview.ts';
import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import { ToolError } from '../../core/errors.ts';
import { variableName } from '../../core/process/variable-name.ts';
import type { ToolContext } from '../../core/tool/tool.ts';
import type { Executed } from '../../engines/ssh/remote.ts';
import { hostPart, hostText } from './fields.ts';

export const commandInput = {
  command: z.string().min(1, 'the command is empty').max(524_288).describe('Shell line or script'),
  cwd: z.string().min(1).optional().describe('Where it runs; default: the home'),
  timeout: z.number().min(1).max(3600).default(30).describe('Seconds until it is ended'),
  env: z.record(variableName, z.string()).optional().describe('Variables to add'),
  stdin: z.string().max(262_144).optional().describe('What it reads'),
};

export const commandOutput = {
  processId: z
    .string()
    .optional()
    .describe('For the process tools, in the background or if the output is long'),
  stdout: z.string().describe('Head and tail where it was long'),
  stderr: z.string().describe('The same for stderr'),
  exitCode: z.number().nullable().describe('null: a signal ended it, or it was ended'),
  signal: z.string().optional().describe('What ended it'),
  timedOut: z.boolean().describe('It was ended because its time was over'),
  durationMs: z.number().describe('Time it ran'),
  truncated: z.boolean().describe('Output was left out'),
  killed: z
    .enum(['confirmed', 'unconfirmed'])
    .optional()
    .describe('Of one that was ended: whether all of it is gone'),
  leftovers: z.boolean().optional().describe('It left processes running; they were ended'),
};

interface CommandArgs {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly stdin?: string | undefined;
}

/** Variables count like assignments in front of the command. */
export const commandRisk = (
  { command, cwd, env = {}, stdin }: CommandArgs,
  judge: RiskJudge,
  host: string,
): Assessment => judge.remoteShell({ command: `${assignments(env)}${command}`, stdin }, cwd, host);

const assignments = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`)
    .join('');

/** What a person sees before it runs: the very bytes, what is set for them, and what they read. */
export async function commandPreview(
  { command, cwd = '~', env = {}, stdin = '' }: CommandArgs,
  hosts: readonly string[],
  ctx: ToolContext,
): Promise<Preview> {
  const line = `${assignments(env)}${command}`;
  const input = stdin === '' ? [] : [`It reads this from its input:\n${stdin}`];
  const machines = await Promise.all(hosts.map((name) => hostPart(name, ctx)));
  return {
    text: [`${line}\n\nin ${cwd}`, ...machines.map(hostText), ...input].join('\n'),
    parts: [
      ...machines,
      { kind: 'command', text: line, directory: cwd },
      ...input.map((text) => ({ kind: 'text', text }) as const),
    ],
  };
}

export const toData = (executed: Executed) => {
  const { stdout, stderr, processId, exitCode, signal, timedOut, durationMs, killed, leftovers } = executed;
  return {
    ...(processId !== undefined && { processId }),
    stdout: stdout.text,
    stderr: stderr.text,
    exitCode,
    ...(signal !== null && { signal }),
    timedOut,
    durationMs,
    truncated: stdout.truncated || stderr.truncated,
    ...(killed !== 'no' && { killed }),
    ...(leftovers && { leftovers }),
  };
};

type Data = ReturnType<typeof toData>;

/** Why a command counts as failed, if it does. */
export function failureOf(executed: Executed, data: Data & Record<string, unknown>): ToolError | undefined {
  const { host, timedOut, cancelled, killed, exitCode, signal, durationMs } = executed;
  const gone = killed === 'unconfirmed' ? 'some of it may still run there' : 'all of it is gone';
  if (timedOut)
    return new ToolError('TIMEOUT', `The command on ${host} was ended after ${durationMs} ms; ${gone}`, {
      hint: 'Give more seconds with timeout, or run it with background=true.',
      data,
    });
  if (cancelled) return new ToolError('CANCELLED', `The command on ${host} was cancelled; ${gone}`, { data });
  if (exitCode === 0) return undefined;
  const how = exitCode === null ? `was ended by ${signal}` : `exited with ${exitCode}`;
  return new ToolError('EXEC_FAILED', `The command on ${host} ${how}`, { data });
}

interface Printed extends Pick<Data, 'stdout' | 'stderr' | 'exitCode'> {
  readonly processId?: string | undefined;
  readonly truncated?: boolean | undefined;
  readonly leftovers?: boolean | undefined;
}

/** What a terminal would show, and what it would not. */
export function commandResult({
  stdout,
  stderr,
  exitCode,
  processId,
  truncated,
  leftovers,
}: Printed): string {
  const parts = [
    stdout.trimEnd(),
    stderr.trim() === '' ? '' : `[stderr]\n${stderr.trimEnd()}`,
    exitCode !== null && exitCode !== 0 ? `[exit code ${exitCode}]` : '',
    truncated && processId !== undefined ? `[the rest: process ${processId}]` : '',
    leftovers ? '[it left processes running, which were ended; use background=true for those]' : '',
  ];
  return parts.filter((part) => part !== '').join('\n') || '[no output]';
}
