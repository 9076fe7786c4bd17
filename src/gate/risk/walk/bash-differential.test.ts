import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bashScript, missedCommands } from '../../../../test/support/bash-scripts.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';

const RUNS = Number(process.env.TOOLGATE_FUZZ_RUNS ?? 100);

/** What begins like arithmetic and is none, by the count of its parentheses. */
const NO_ARITHMETIC = [
  'c1 "$(( [[ -n $(case a in a) c1;; esac && c1) ]]; c2 ))"',
  'echo "$(( c1 ) && ( c2 ))"',
  '(( c1 ); ( c2 ))',
];

test('no command that Bash runs is missing from the analysis', { timeout: 120_000 }, () => {
  const cwd = temporaryDirectory();
  let seen = 0;
  fc.assert(
    fc.property(bashScript, (source) => {
      const { ran, missed } = missedCommands(source, cwd);
      seen += ran.length;
      expect(missed, source).toEqual([]);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 30_000, examples: NO_ARITHMETIC.map((source) => [source]) },
  );
  // A fuzz that never runs anything would prove nothing.
  expect(seen).toBeGreaterThan(20);
});
