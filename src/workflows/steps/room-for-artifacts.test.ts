import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { takeRoom } from './room-for-artifacts.ts';

const FILE = 10_000_000;

/** Where these runs have files, each of a size. */
function createDirectory(sizes: Readonly<Record<string, number>>): string {
  const directory = temporaryDirectory();
  for (const [run, size] of Object.entries(sizes)) {
    mkdirSync(join(directory, run, 'step'), { recursive: true });
    writeFileSync(join(directory, run, 'step/file'), '');
    // No room is taken for what is empty.
    truncateSync(join(directory, run, 'step/file'), size);
  }
  return directory;
}

const taken = (directory: string, run: string) =>
  takeRoom(FILE, directory, run).then(
    () => 'taken',
    ({ message }: Error) => message,
  );

test('a run keeps files up to its limit, and no other is held back by it', async () => {
  const directory = createDirectory({ large: 985_000_000, small: 0 });
  expect(await taken(directory, 'large')).toBe('taken');
  expect(await taken(directory, 'large')).toBe('The artifacts of this run are more than 1000 MB');
  expect(await taken(directory, 'small')).toBe('taken');
});

test('all runs together fill no disk, and one that is forgotten makes room', async () => {
  const directory = createDirectory({ old: 19_995_000_000, next: 0 });
  expect(await taken(directory, 'next')).toBe('The artifacts of all runs together are more than 20000 MB');
  rmSync(join(directory, 'old'), { recursive: true });
  expect(await taken(directory, 'next')).toBe('taken');
});
