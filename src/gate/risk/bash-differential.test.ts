import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bashScript, missedCommands } from '../../../test/support/bash-scripts.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';

const RUNS = Number(process.env.TOOLGATE_FUZZ_RUNS ?? 100);

test('no command that Bash runs is missing from the analysis', { timeout: 120_000 }, () => {
  const cwd = temporaryDirectory();
  let seen = 0;
  fc.assert(
    fc.property(bashScript, (source) => {
      const { ran, missed } = missedCommands(source, cwd);
      seen += ran.length;
      expect(missed, source).toEqual([]);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 30_000 },
  );
  // A fuzz that never runs anything would prove nothing.
  expect(seen).toBeGreaterThan(20);
});
