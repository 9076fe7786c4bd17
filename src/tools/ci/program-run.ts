import * as z from 'zod';
import { type Argv, showCommand } from '../../core/command-words.ts';
import { ToolError } from '../../core/errors.ts';
import type { ToolContext } from '../../core/tool.ts';
import type { Stream } from '../../engines/process/process.ts';
import { isAnswer } from './exit-answers.ts';
import { createOutputProgress } from './output-progress.ts';

export const MAX_TIMEOUT_MS = 3_600_000;

/** How a program ended, or that it goes on. */
export const programRun = z.strictObject({
  status: z.enum(['completed', 'failed', 'timed_out', 'running']).describe('How it stands'),
  processId: z.string().optional().describe('While it runs: for get_background_process_output'),
  argv: z.array(z.string()).describe('What was run'),
  cwd: z.string().describe('Where'),
  exitCode: z.number().nullable().describe('null: it runs, or was ended'),
  signal: z.string().optional().describe('What ended it'),
  stdout: z.string().describe('Output'),
  stderr: z.string().describe('Errors'),
  durationMs: z.number().describe('Run time'),
  timedOut: z.boolean().describe('It took too long'),
  truncated: z.boolean().describe('Part of the output is left out'),
});

export type ProgramRun = z.output<typeof programRun>;

interface Program {
  readonly argv: Argv;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onOutput?: (stream: Stream, text: string) => void;
}

/** Runs a program to its end. */
export async function runProgram(ctx: ToolContext, { onOutput, ...program }: Program): Promise<ProgramRun> {
  const tell = createOutputProgress(ctx);
  const { argv, cwd } = program;
  const ended = await ctx.processes.run({
    ...program,
    onOutput: (stream, text) => {
      onOutput?.(stream, text);
      tell(text);
    },
  });
  const { exitCode, signal, stdout, stderr, durationMs, timedOut, cancelled } = ended;
  if (cancelled) throw new ToolError('CANCELLED', `${showCommand(argv)} was cancelled`);
  return {
    status: timedOut ? 'timed_out' : exitCode === 0 || isAnswer(argv, exitCode) ? 'completed' : 'failed',
    argv: [...argv],
    cwd,
    exitCode,
    ...(signal !== null && { signal }),
    stdout: stdout.text,
    stderr: stderr.text,
    durationMs,
    timedOut,
    truncated: stdout.truncated || stderr.truncated,
  };
}

/** What went wrong is a failure of the call, with everything the program said. */
export function orFail<T extends ProgramRun>(data: T, message = failure(data)): T {
  if (data.status === 'timed_out')
    throw new ToolError('TIMEOUT', `${showCommand(data.argv)} took too long and was ended`, {
      data,
      hint: 'Give more time with timeoutMs, or let it run in the background.',
    });
  if (data.status === 'failed') throw new ToolError('EXEC_FAILED', message, { data });
  return data;
}

const failure = ({ argv, exitCode, signal }: ProgramRun): string =>
  `${showCommand(argv)} ended with ${exitCode === null ? signal : `exit code ${exitCode}`}`;

/** The words of the program, with its end where there is something to say about it. */
export function programText({ status, processId, exitCode, stdout, stderr }: ProgramRun): string {
  const end =
    status === 'running'
      ? [`It still runs, as ${processId}.`]
      : exitCode === 0
        ? []
        : [`exit code ${exitCode ?? 'none'}`];
  return [stdout.trimEnd(), stderr.trimEnd(), ...end].filter((text) => text !== '').join('\n');
}
