import * as z from 'zod';
import { lackedAccess, lackedSilently, type Taken } from '../../core/call/lacked-access.ts';
import { ToolError } from '../../core/errors.ts';
import { ACCESSES } from '../../core/process/sandbox.ts';
import { type Argv, showCommand } from '../../core/text/command-words.ts';
import type { ToolContext } from '../../core/tool/tool.ts';
import type { Stream } from '../../engines/process/process.ts';
import type { TestReport } from '../../engines/test-reports/report.ts';
import { isAnswerOf } from '../shell/answers-by-exit.ts';
import { createOutputProgress } from '../shell/output-progress.ts';
import { PATIENCE_MS } from '../shell/patience.ts';

export const MAX_TIMEOUT_MS = 3_600_000;

export const waitTime = z
  .number()
  .int()
  .min(1000)
  .max(MAX_TIMEOUT_MS)
  .optional()
  .describe('Time limit; without one it continues in the background after 30 s');

/** How a program ended, or that it goes on. */
export const programRun = z.strictObject({
  status: z.enum(['completed', 'failed', 'timed_out', 'running']).describe('Current state'),
  processId: z.string().optional().describe('For the process tools, while it runs or if the output is long'),
  argv: z.array(z.string()).describe('What was run'),
  cwd: z.string().describe('Where'),
  exitCode: z.number().nullable().describe('null: still running, or ended by a signal'),
  signal: z.string().optional().describe('What ended it'),
  stdout: z.string().describe('Output'),
  stderr: z.string().describe('Errors'),
  durationMs: z.number().describe('Run time'),
  timedOut: z.boolean().describe('It took too long'),
  truncated: z.boolean().describe('Part of the output is left out'),
  sandbox: z.enum(['bwrap', 'none']).optional().describe('What it ran in'),
  access: z.array(z.enum(ACCESSES)).optional().describe('What it could do there beyond reading'),
  lacked: z.string().optional().describe('What a failed part may have lacked'),
  ports: z.array(z.number()).optional().describe('Ports a background process listens on'),
  url: z.string().optional().describe('Address it printed'),
});

export type ProgramRun = z.output<typeof programRun>;

interface Program {
  readonly argv: Argv;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly shares?: readonly string[];
  readonly onOutput?: (stream: Stream, text: string) => void;
  /** Of a test run that ends in the background. */
  readonly readReport?: () => TestReport | undefined;
}

/** Runs a program to its end; without a limit of its own, as long as a call may take. */
export async function runProgram(
  ctx: ToolContext,
  { onOutput, ...program }: Program,
  { timeoutMs, taken }: { readonly timeoutMs?: number | undefined; readonly taken: Taken },
): Promise<ProgramRun & { readonly tests?: TestReport }> {
  const progress = createOutputProgress(ctx);
  const { argv, cwd } = program;
  const { status, exitCode, signal, stdout, stderr, processId, cancelled, sandbox, access, ...ended } =
    await ctx.processes.execute({
      ...program,
      command: showCommand(argv),
      ...(timeoutMs === undefined && { patienceMs: PATIENCE_MS }),
      onOutput: (stream, text) => {
        onOutput?.(stream, text);
        progress.add(text);
      },
    });
  progress.end();
  if (cancelled) throw new ToolError('CANCELLED', `${showCommand(argv)} was cancelled`);
  const { timedOut, durationMs, tooLarge } = ended;
  if (tooLarge !== undefined)
    throw new ToolError('TOO_LARGE', `${showCommand(argv)} was ended: ${tooLarge}`, {
      hint: 'Do less at once: fewer processes in parallel, or smaller pieces of data.',
    });
  const isGood = isAnswerOf(argv, exitCode, stderr.text);
  const printed = { command: showCommand(argv), stdout: stdout.text, stderr: stderr.text };
  const lacked =
    isGood && status !== 'running' ? lackedSilently({ sandbox, access, taken }, printed) : undefined;
  return {
    status: timedOut ? 'timed_out' : status === 'running' ? status : isGood ? 'completed' : 'failed',
    ...(processId !== undefined && { processId }),
    argv: [...argv],
    cwd,
    exitCode,
    ...(signal !== null && { signal }),
    stdout: stdout.text,
    stderr: stderr.text,
    durationMs,
    timedOut,
    truncated: stdout.truncated || stderr.truncated,
    sandbox: sandbox === 'none' ? 'none' : 'bwrap',
    ...(access.length > 0 && { access: [...access] }),
    ...(lacked !== undefined && { lacked }),
  };
}

interface InBackground extends Program {
  readonly name?: string;
  /** A line that fits says that it is ready. */
  readonly successPattern?: string | undefined;
  /** Commands that are printed before they run. */
  readonly echoed?: readonly string[];
}

/** Starts a program and answers once it is ready, has ended, or goes on without a word. */
export async function startProgram(
  ctx: ToolContext,
  program: InBackground,
): Promise<ProgramRun & { readonly tests?: TestReport }> {
  const startedAt = performance.now();
  const { argv, cwd } = program;
  const started = await ctx.processes.start({ ...program, command: showCommand(argv) });
  const { processId, status, exitCode = null, initialOutput, ports, url, tests } = started;
  return {
    status: status === 'completed' || status === 'failed' ? status : 'running',
    processId,
    argv: [...argv],
    cwd,
    exitCode,
    stdout: initialOutput,
    stderr: '',
    durationMs: Math.round(performance.now() - startedAt),
    timedOut: false,
    truncated: false,
    ports: [...ports],
    ...(url !== undefined && { url }),
    ...(tests && { tests }),
  };
}

/** What went wrong is a failure of the call, with everything the program said. */
export function orFail<T extends ProgramRun>(data: T, taken: Taken, message = failure(data)): T {
  if (data.status === 'timed_out')
    throw new ToolError('TIMEOUT', `${showCommand(data.argv)} took too long and was stopped`, {
      data,
      hint: moreTime(taken),
    });
  if (data.status !== 'failed') return data;
  const { stdout, stderr, access = [] } = data;
  const ran = { sandbox: data.sandbox === 'bwrap' ? 'open' : 'none', access, taken } as const;
  const hint = missing(data) ?? lackedAccess(ran, stdout + stderr);
  throw new ToolError('EXEC_FAILED', message, { data, ...(hint !== undefined && { hint }) });
}

function moreTime(taken: Taken): string {
  const background = ['background', 'runInBackground'].find((name) => name in taken);
  const start = background === undefined ? 'shell_start' : background;
  return `Run it longer with ${'timeoutMs' in taken ? `timeoutMs, or with ${start}` : start}.`;
}

/** What to do where the program itself ran, and something it needs is not installed. */
function missing({ exitCode, stdout, stderr, argv }: ProgramRun): string | undefined {
  const printed = `${stdout}\n${stderr}`;
  const [, name] = /: No module named '?([\w.]+)'?\s*$/m.exec(printed) ?? [];
  if (name !== undefined && argv[1] === '-m')
    return `Python has no module ${name}: install what the project needs with ci_restore, or run "${argv[0]} -m pip install ${name}".`;
  if (exitCode !== 127) return undefined;
  const [, program] = /(?:^|: )([^\s:]+): (?:command )?not found\s*$/m.exec(printed) ?? [];
  return `${program ?? 'A program'} was not found: install what the project needs with ci_restore, or the program itself.`;
}

const failure = ({ argv, exitCode, signal }: ProgramRun): string =>
  `${showCommand(argv)} ended with ${exitCode === null ? (signal ?? 'a signal') : `exit code ${exitCode}`}`;

/** The words of the program, with what else there is to say about it. */
export function programText(run: ProgramRun): string {
  const { status, processId, exitCode, stdout, stderr, truncated, lacked, url, ports = [] } = run;
  const at = url ?? (ports.length > 0 ? `port ${ports.join(', ')}` : '');
  const notes = [
    status === 'running' ? `[still running as ${processId}${at === '' ? '' : ` on ${at}`}]` : '',
    exitCode !== null && exitCode !== 0 ? `[exit code ${exitCode}]` : '',
    truncated && processId !== undefined && status !== 'running' ? `[the rest: process ${processId}]` : '',
    lacked === undefined ? '' : `[${lacked}]`,
  ];
  const parts = [stdout.trimEnd(), stderr.trimEnd(), ...notes].filter((text) => text !== '');
  return parts.join('\n') || '[no output]';
}
