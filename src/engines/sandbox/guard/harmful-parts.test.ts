import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { isHarmful } from './harmful-parts.ts';

/** A rebase that stopped, with these steps still to come. */
function rebase(todo: string): string {
  const directory = join(temporaryDirectory(), 'rebase-merge');
  mkdirSync(directory);
  writeFileSync(join(directory, 'git-rebase-todo'), todo);
  return directory;
}

test.each(['exec make\n', 'pick abc one\n  x make\n', 'exec\tmake'])(
  'a rebase that would run %j is harmful',
  (todo) => {
    expect(isHarmful(rebase(todo))).toBe(true);
  },
);

test.each(['pick abc exec it\n', '', '# x\n'])('one with %j is not', (todo) => {
  expect(isHarmful(rebase(todo))).toBe(false);
});

test.each(['\n', ' ', 'x'])('a megabyte of %j holds nobody up', (part) => {
  const started = performance.now();
  isHarmful(rebase(part.repeat(1_000_000)));
  expect(performance.now() - started).toBeLessThan(2000);
});
