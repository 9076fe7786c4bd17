import * as z from 'zod';
import { PROCESS_STATUSES } from '../../core/process/process-record.ts';
import { counted } from '../../core/text/counted.ts';
import type { ProcessOutput as Printed } from '../../engines/process/processes.ts';
import { reportText, testReport, toReport } from '../ci/test-report.ts';

export const processId = z.string().min(1).describe('From shell_start or list_background_processes');

export const status = z.enum(PROCESS_STATUSES).describe('starting: not ready yet; lost: its host died');

/** What a background process printed, as the tools publish it. */
export const processOutput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        seq: z.number().describe('Its number'),
        stream: z.enum(['stdout', 'stderr']).describe('Where it was printed'),
        text: z.string().describe('The line'),
        ts: z.string().describe('When'),
      }),
    )
    .describe('Lines, oldest first'),
  status,
  exitCode: z.number().nullable().optional().describe('Once it has ended'),
  nextSeq: z.number().describe('Pass as sinceSeq to continue'),
  dropped: z.number().describe('Requested lines that are no longer kept'),
  prompt: z.string().optional().describe('Text after the last line ending'),
  tests: testReport.optional().describe('Of a test run that has ended'),
});

export const toOutput = ({ lines, tests, ...rest }: Printed): z.output<typeof processOutput> => ({
  ...rest,
  lines: [...lines],
  ...(tests && { tests: toReport(tests) }),
});

/** The lines as they were printed, then where to go on. */
export function outputText({
  lines,
  status: now,
  exitCode,
  nextSeq,
  dropped,
  prompt,
  tests,
}: z.output<typeof processOutput>): string {
  const exit = exitCode == null ? '' : ` exit code ${exitCode}`;
  return [
    ...(dropped > 0 ? [`[${counted(dropped, 'line is', 'lines are')} gone]`] : []),
    ...lines.map(({ text }) => text),
    ...(prompt === undefined ? [] : [prompt]),
    ...(tests ? [reportText(tests)] : []),
    `[${now}${exit}; sinceSeq ${nextSeq} for more]`,
  ].join('\n');
}
