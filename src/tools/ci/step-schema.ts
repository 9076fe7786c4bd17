import * as z from 'zod';
import { ECOSYSTEMS, type EcosystemName } from '../../core/project.ts';
import { showCommand } from '../../core/text/command-words.ts';
import { programRun, programText, waitTime } from './program-run.ts';
import { reportText, testReport } from './test-report.ts';

export const ecosystemOf = (name: string | undefined): EcosystemName | undefined =>
  ECOSYSTEMS.find((known) => known === name);

/** What building, testing and restoring take. */
export const stepInput = z.strictObject({
  projectPath: z.string().min(1).optional().describe('Directory or project file; default: the current one'),
  // No enum: its fifteen words would stand in three tools, and are hardly ever needed.
  ecosystem: z
    .string()
    .refine((name) => ecosystemOf(name) !== undefined, { error: `known are ${ECOSYSTEMS.join(', ')}` })
    .optional()
    .describe('If there are several: node, rust, make, ...'),
  args: z.array(z.string()).default([]).describe('Extra arguments, passed on unchanged'),
  timeoutMs: waitTime,
  background: z.boolean().default(false).describe('Return at once and continue in the background'),
});

export const stepOutput = programRun.extend({
  ecosystem: z.enum(ECOSYSTEMS).describe('Kind of project'),
  tool: z.string().describe('Program'),
  tests: testReport.optional().describe("From the runner's report"),
});

export type StepData = z.output<typeof stepOutput>;

/** A report first, since it says the most in the fewest words; then what the program printed. */
export const stepText = (data: StepData): string =>
  [
    `$ ${showCommand(data.argv)}: ${data.status}`,
    ...(data.tests ? [reportText(data.tests)] : []),
    programText(data),
  ].join('\n');

/** What the older tools answered: the output alone, or all of it where something went wrong. */
export const olderText = (data: StepData): string => (data.exitCode === 0 ? data.stdout : stepText(data));
