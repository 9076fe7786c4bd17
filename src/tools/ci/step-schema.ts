import * as z from 'zod';
import { showCommand } from '../../core/command-words.ts';
import { ECOSYSTEMS } from '../../core/project.ts';

export const MAX_TIMEOUT_MS = 3_600_000;

/** What building, testing and restoring take. */
export const stepInput = z.strictObject({
  projectPath: z.string().min(1).optional().describe('Directory or project file; default: the current one'),
  ecosystem: z.enum(ECOSYSTEMS).optional().describe('Where several are there'),
  args: z.array(z.string()).default([]).describe('Passed on as they are'),
  timeoutMs: z.number().int().min(1000).max(MAX_TIMEOUT_MS).optional().describe('Default: 5 minutes'),
});

/** What a program left behind. */
export const programOutput = z.strictObject({
  exitCode: z.number().nullable().describe('null: it was ended'),
  signal: z.string().optional().describe('What ended it'),
  stdout: z.string().describe('Output'),
  stderr: z.string().describe('Errors'),
  durationMs: z.number().describe('Run time'),
  timedOut: z.boolean().describe('It took too long'),
  truncated: z.boolean().describe('Part of the output is left out'),
});

const tests = z.strictObject({
  passed: z.number().describe('Passed'),
  failed: z.number().describe('Failed'),
  skipped: z.number().describe('Skipped'),
  failures: z
    .array(
      z.strictObject({
        name: z.string().describe('Test'),
        file: z.string().optional().describe('File'),
        line: z.number().optional().describe('Line'),
        message: z.string().describe('What went wrong'),
      }),
    )
    .describe('The first hundred'),
});

export const stepOutput = programOutput.extend({
  status: z.enum(['completed', 'failed', 'timed_out', 'running']).describe('How it stands'),
  processId: z.string().optional().describe('While it runs: for get_background_process_output'),
  ecosystem: z.enum(ECOSYSTEMS).describe('Kind of project'),
  tool: z.string().describe('Program'),
  argv: z.array(z.string()).describe('What was run'),
  cwd: z.string().describe('Where'),
  tests: tests.optional().describe("From the runner's report"),
});

type StepData = z.output<typeof stepOutput>;

/** The words of the program itself; a report first, since it says the most in the fewest words. */
export function stepText({
  status,
  processId,
  argv,
  exitCode,
  stdout,
  stderr,
  tests: report,
}: StepData): string {
  const outcome = status === 'running' ? `still runs as ${processId}` : `exit code ${exitCode ?? 'none'}`;
  return [
    `$ ${showCommand(argv)}: ${status}, ${outcome}`,
    ...(report ? [reportText(report)] : []),
    ...[stdout, stderr].map((text) => text.trimEnd()).filter((text) => text !== ''),
  ].join('\n');
}

/** What the older tools answered: the output alone, or all of it where something went wrong. */
export const olderText = (data: StepData): string => (data.exitCode === 0 ? data.stdout : stepText(data));

const reportText = ({ passed, failed, skipped, failures }: z.output<typeof tests>): string =>
  [
    `Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`,
    ...failures.map(
      ({ name, file, line, message }) =>
        `FAILED ${name}${file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`}: ${message}`,
    ),
  ].join('\n');
