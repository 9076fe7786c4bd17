import * as z from 'zod';
import type { TestReport } from '../../engines/test-reports/report.ts';

/** What a test run says of itself. */
export const testReport = z.strictObject({
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

type Report = z.output<typeof testReport>;

export const toReport = (tests: TestReport): Report => ({
  ...tests,
  failures: tests.failures.map((failure) => ({ ...failure })),
});

export const reportText = ({ passed, failed, skipped, failures }: Report): string =>
  [
    `Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`,
    ...failures.map(
      ({ name, file, line, message }) =>
        `FAILED ${name}${file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`}: ${message}`,
    ),
  ].join('\n');
