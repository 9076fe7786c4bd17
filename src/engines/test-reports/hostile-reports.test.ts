import { truncateSync, writeFileSync } from 'node:fs';
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

/** What a test run leaves and prints, and how long everybody waits while it is read. */
function timed(format: ReportFormat, printed: string, reports = temporaryDirectory()) {
  const startedAt = performance.now();
  const place = { format, reports, directory: temporaryDirectory(), startedAt: 0, printed };
  return { found: readReport(place), tookMs: performance.now() - startedAt };
}

test('a count that nobody counted to is no report', () => {
  const { found, tookMs } = timed('unittest', 'Ran 60000000 tests in 0.1s\n');
  expect(found).toBeUndefined();
  expect(tookMs).toBeLessThan(500);
  expect(timed('unittest', 'Ran 3 tests in 1s\nOK (skipped=50000000)\n').found).toBeUndefined();
  expect(timed('unittest', 'Ran 50000 tests in 9s\nOK (skipped=2)\n').found).toMatchObject({
    passed: 49_998,
    skipped: 2,
  });
});

test('very many tests of go are counted while nobody waits long', () => {
  const line = (name: string) => `{"Action":"pass","Package":"p","Test":"${name}"}\n`;
  const tests = Array.from({ length: 25_000 }, (_, i) => line(`T${i}/a`) + line(`T${i}`));
  const { found, tookMs } = timed('go', tests.join(''));
  // One with subtests stands for them.
  expect(found).toEqual({ passed: 25_000, failed: 0, skipped: 0, failures: [] });
  expect(tookMs).toBeLessThan(3000);
});

test('reports that are more in all than is read are none', () => {
  const reports = temporaryDirectory();
  const write = (name: string) =>
    writeFileSync(join(reports, name), '<testsuite><testcase name="a"/></testsuite>');
  for (let i = 0; i < 500; i++) write(`${i}.xml`);
  expect(timed('junit', '', reports).found).toMatchObject({ passed: 500 });
  for (let i = 0; i < 10; i++) {
    write(`large${i}.xml`);
    truncateSync(join(reports, `large${i}.xml`), 33_000_000);
  }
  const { found, tookMs } = timed('junit', '', reports);
  expect(found).toBeUndefined();
  expect(tookMs).toBeLessThan(2000);
});
