import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { FIRST_PAGE, filesIn, whole } from './files-engine.ts';
import { temporaryDirectory } from './program.ts';
import { exitOf, firstWords, startScript } from './script.ts';

/** How often each thing was done, and what became of it. */
type Outcomes = Record<string, Record<string, number>>;

/**
 * Reads, lists, writes, moves and deletes through a directory while another process swaps it for a link to a place
 * outside. Fails if anything of that place is ever seen or changed.
 */
export async function raceWithSwaps(rounds: number): Promise<Outcomes> {
  const root = temporaryDirectory();
  const outside = temporaryDirectory();
  const directory = join(root, 'folder');
  mkdirSync(directory);
  for (const name of ['file', 'doomed']) {
    writeFileSync(join(directory, name), 'inside');
    writeFileSync(join(outside, name), 'OUTSIDE, and longer');
  }
  const before = pictureOf(outside);
  const files = filesIn(root, temporaryDirectory());
  const outcomes: Outcomes = {};
  const swapper = startScript('swap-loop.ts', directory, outside);
  await firstWords(swapper);
  for (let round = 0; round < rounds; round++) {
    const acts = {
      read: async () => expect((await files.read('folder/file', FIRST_PAGE)).content).toBe('inside'),
      list: async () => {
        const { entries } = files.list('folder', { recursive: false, includeHidden: true, limit: 100 });
        for (const { name, size } of entries) if (name === 'file') expect(size).toBe(6);
      },
      look: async () => expect((await files.info('folder/file')).size).toBe(6),
      ...(round % 10 === 0 && {
        write: () => files.write(`folder/new-${round}`, whole('ours')),
        make: () => files.makeDirectory(`folder/deep-${round}/deeper`),
        copy: () =>
          files.copy('folder/file', `folder/copy-${round}`, { overwrite: false, onBytes: () => {} }),
        delete: () => files.delete('folder/doomed', { toTrash: false }),
        move: () => files.move(`folder/new-${round}`, `folder/moved-${round}`, { overwrite: false }),
      }),
    };
    for (const [name, act] of Object.entries(acts)) count(outcomes, name, await outcomeOf(act));
  }
  swapper.stdin?.end();
  expect(await exitOf(swapper)).toBe(0);
  expect(pictureOf(outside)).toEqual(before);
  return outcomes;
}

async function outcomeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return 'done';
  } catch (error) {
    if (error instanceof ToolError) return error.code;
    throw error;
  }
}

function count(outcomes: Outcomes, name: string, outcome: string): void {
  const counts = outcomes[name] ?? {};
  outcomes[name] = { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 };
}

const pictureOf = (directory: string): string[][] =>
  readdirSync(directory)
    .sort()
    .map((name) => [name, readFileSync(join(directory, name), 'utf8')]);
