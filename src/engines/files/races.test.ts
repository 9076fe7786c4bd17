import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';
import { killWriters } from '../../../test/support/kill-writers.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { exitOf, startScript } from '../../../test/support/script.ts';
import { raceWithSwaps } from '../../../test/support/swap-race.ts';

/** Whether an attempt meets the link is chance: until one does, and another meets the directory. */
async function raceUntilMet() {
  let outcomes = await raceWithSwaps(400);
  for (let round = 0; round < 20 && !(outcomes.read?.OUTSIDE_ROOT && outcomes.read.done); round++)
    outcomes = await raceWithSwaps(400);
  return outcomes;
}

test('a directory that is swapped for a link shows and takes nothing outside', async () => {
  const outcomes = await raceUntilMet();
  // The race was on: some attempts met the link.
  expect(outcomes.read?.OUTSIDE_ROOT).toBeGreaterThan(0);
  expect(outcomes.read?.done).toBeGreaterThan(0);
});

test('kill -9 during a write leaves the old file or the new one', () => killWriters(3));

test('writers that say what they read lose nothing, in one process', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'list.txt'), '');
  const add = async (word: string): Promise<void> => {
    for (;;) {
      const { content, sha256 } = dataOf(await call('read_file', { path: 'list.txt' }));
      const args = { path: 'list.txt', content: `${content}${word}\n`, expectedSha256: sha256 };
      const answer = await call('write_file', args);
      if (answer.kind === 'result' && answer.ok) return;
      expect(answer).toMatchObject({ error: { code: 'CONFLICT' } });
    }
  };
  const words = Array.from({ length: 12 }, (_, i) => `word${i}`);
  await Promise.all(words.map(add));
  expect(readFileSync(join(root, 'list.txt'), 'utf8').split('\n').filter(Boolean).sort()).toEqual(
    words.sort(),
  );
});

test('edits of one file at the same time are all made', async () => {
  const { call, root } = createFilesHost();
  const names = Array.from({ length: 20 }, (_, i) => `key${i};`);
  writeFileSync(join(root, 'a.txt'), names.join('\n'));
  await Promise.all(
    names.map(async (oldText) =>
      dataOf(await call('edit_file', { path: 'a.txt', edits: [{ oldText, newText: `${oldText}done` }] })),
    ),
  );
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe(names.map((name) => `${name}done`).join('\n'));
});

test('writers that say what they read lose nothing, in several processes', async () => {
  const root = temporaryDirectory();
  writeFileSync(join(root, 'counter.txt'), '0');
  const writers = [1, 2].map(() => startScript('count-up.ts', root, temporaryDirectory(), '25'));
  expect(await Promise.all(writers.map(exitOf))).toEqual([0, 0]);
  expect(readFileSync(join(root, 'counter.txt'), 'utf8')).toBe('50');
});
