import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { readReport } from './read-report.ts';
import type { ReportFormat } from './report.ts';

const FORMATS: readonly ReportFormat[] = ['junit', 'trx', 'jest', 'rspec', 'go', 'tap', 'cargo', 'unittest'];

test('no report, however broken, does more than say nothing', () => {
  const directory = temporaryDirectory();
  const reports = temporaryDirectory();
  const piece = fc.constantFrom(
    ...[
      '<testsuite name="',
      '"><testcase ',
      'classname="a"',
      '/>',
      '<failure>',
      ']]>',
      '<![CDATA[',
      '&#x110000;',
      '&amp',
    ],
    ...[
      'ok 1 - a',
      'not ok',
      '\n',
      '  ',
      '1..2',
      'TAP version 13\n',
      ' # SKIP',
      '{"Action":"fail","Test":"a"}\n',
    ],
    ...[
      'test a ... FAILED\n',
      '---- a stdout ----\n',
      'failures:\n',
      'Ran 3 tests in 1s',
      `${'='.repeat(70)}\nFAIL: a\n`,
    ],
    ...[
      '{"testResults":[',
      ']}',
      'null',
      'a.ts:1:2',
      'File "x", line 9',
      ' in y:line 3',
      'at a.B.c(B.java:1)',
    ],
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...FORMATS),
      fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }),
      (format, parts) => {
        const text = parts.join('');
        writeFileSync(join(reports, 'report'), text);
        const found = readReport({ format, reports, directory, startedAt: 0, printed: text });
        expect(found?.failures.length ?? 0).toBeLessThanOrEqual(found?.failed ?? 0);
      },
    ),
    { numRuns: 1500 },
  );
});

test('what a test prints without end does not hold everybody else', () => {
  const line = `${'x.y'.repeat(300_000)} in ${' in a'.repeat(200_000)}`;
  const startedAt = performance.now();
  const report = `<testsuite><testcase name="a"><failure message="m">${line}</failure></testcase></testsuite>`;
  const reports = temporaryDirectory();
  writeFileSync(join(reports, 'report'), report);
  const place = {
    format: 'junit',
    reports,
    directory: temporaryDirectory(),
    startedAt: 0,
    printed: '',
  } as const;
  expect(readReport(place)).toMatchObject({ failed: 1 });
  expect(performance.now() - startedAt).toBeLessThan(3000);
});
