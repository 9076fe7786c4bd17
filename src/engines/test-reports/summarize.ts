import { resolve } from 'node:path';
import { cutAtWord } from '../../core/text/cut-at-word.ts';
import { locate } from './locate.ts';
import type { TestCase, TestFailure, TestPlace, TestReport } from './report.ts';

const MAX_FAILURES = 100;
const MAX_MESSAGE = 2000;

/** Counts, and for each failure its place and words. */
export function summarize(cases: readonly TestCase[], place: TestPlace): TestReport {
  const count = (outcome: TestCase['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: cases
      .filter(({ outcome }) => outcome === 'failed')
      .slice(0, MAX_FAILURES)
      .map((failed) => describeFailure(failed, place)),
  };
}

function describeFailure(
  { name, message, details = '', file, line }: TestCase,
  place: TestPlace,
): TestFailure {
  const found = locate(details, place) ?? locate(message ?? '', place);
  const named = file === undefined ? undefined : resolve(place.directory, file);
  return {
    name,
    ...(found ?? {
      ...(named !== undefined && { file: named }),
      ...(line !== undefined && { line }),
    }),
    message: cutAtWord((message ?? '').trim() || details.trim(), MAX_MESSAGE),
  };
}
