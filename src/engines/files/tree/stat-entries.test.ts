import { mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { openDirectory } from '../open/directory.ts';
import { insideOf } from '../open/reach.ts';
import { statEntries } from './stat-entries.ts';

const NAMES = Array.from({ length: 60 }, (_, i) => `file-${i}`);

function createPlaces() {
  const root = temporaryDirectory();
  const outside = temporaryDirectory();
  const path = join(root, 'folder');
  mkdirSync(path);
  for (const name of NAMES) {
    writeFileSync(join(path, name), 'in');
    writeFileSync(join(outside, name), 'outside');
  }
  return { root, outside, path };
}

/** The names, where asking for one of them does something first. */
function withTraps(traps: Readonly<Record<number, () => void>>): readonly string[] {
  const names = [...NAMES];
  for (const [i, act] of Object.entries(traps)) {
    const name = NAMES[Number(i)];
    Object.defineProperty(names, i, {
      get: () => {
        act();
        return name;
      },
    });
  }
  return names;
}

test('a directory that is swapped for a link in the middle of the look, and back, shows nothing of the other', async () => {
  const { root, outside, path } = createPlaces();
  // Only a directory that was left alone for a moment is looked at by path.
  await setTimeout(150);
  let swaps = 0;
  const swap = (): void => {
    if (swaps++ > 0) return;
    renameSync(path, `${path}.away`);
    symlinkSync(outside, path);
  };
  const swapBack = (): void => {
    if (swaps++ !== 1) return;
    unlinkSync(path);
    renameSync(`${path}.away`, path);
  };
  const directory = openDirectory(path, insideOf([root]));
  const found = statEntries(directory, withTraps({ 10: swap, 40: swapBack }), [root]);
  directory.close();
  expect(swaps).toBeGreaterThan(2);
  expect(found.map((stats) => stats?.size)).toEqual(NAMES.map(() => 2));
});

test('what is gone is undefined, whichever way it is looked for', async () => {
  const { root, path } = createPlaces();
  const directory = openDirectory(path, insideOf([root]));
  const names = [...NAMES, 'missing'];
  expect(statEntries(directory, names, [root]).at(-1)).toBeUndefined();
  await setTimeout(150);
  expect(statEntries(directory, names, [root]).at(-1)).toBeUndefined();
  expect(statEntries(directory, names, [root])[0]?.size).toBe(2);
  directory.close();
});
