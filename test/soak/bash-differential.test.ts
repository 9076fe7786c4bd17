import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bashScript, brokenScript, missedCommands } from '../support/bash-scripts.ts';
import { temporaryDirectory } from '../support/program.ts';

const RUNS = Number(process.env.TOOLGATE_FUZZ_RUNS ?? 3000);

test('of thousands of scripts, whole and broken, no command that Bash runs is missing', () => {
  const cwd = temporaryDirectory();
  let seen = 0;
  fc.assert(
    fc.property(fc.oneof(bashScript, brokenScript), (source) => {
      const { ran, missed } = missedCommands(source, cwd);
      seen += ran.length;
      expect(missed, source).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(seen).toBeGreaterThan(RUNS / 5);
});
