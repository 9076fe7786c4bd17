import { expect, test } from 'vitest';
import { runSuite } from '../scripts/conformance/run-suite.ts';

const TEN_MINUTES_MS = 600_000;

/** Checks each group is known to hold; fewer passed ones mean that something was not tested. */
const KNOWN_CHECKS: Readonly<Record<string, number>> = {
  '2025-11-25': 84,
  '2026-07-28': 196,
  tasks: 44,
  'sep-2640': 45,
};

test('the built program passes every check of the public conformance suite', {
  timeout: TEN_MINUTES_MS,
}, async () => {
  const results = await runSuite();
  expect(results.flatMap(({ failed }) => failed)).toEqual([]);
  const tooFew = results.filter(
    ({ group, passed }) => passed < (KNOWN_CHECKS[group] ?? Number.POSITIVE_INFINITY),
  );
  expect(tooFew).toEqual([]);
  expect(results.map(({ group }) => group)).toEqual(Object.keys(KNOWN_CHECKS));
});
