import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { openDirectory } from '../open/directory.ts';
import { insideOf, type Reach } from '../open/reach.ts';
import { lookAt, type Target } from '../open/target.ts';
import { moveDirectory } from './move-directory.ts';

const onTwoSystems = test.runIf(existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync('/tmp').dev);

function targetIn(root: string, name: string, reach: Reach): Target {
  const directory = openDirectory(root, reach);
  return {
    directory,
    name,
    path: join(root, name),
    realPath: join(root, name),
    stats: lookAt(directory, name),
  };
}

/** Moves a directory with files a to e; `act` is called when the copy comes to the last of them. */
async function moveWhile(act: (folder: string) => void) {
  const [here, there] = [temporaryDirectory(), temporaryDirectory('/dev/shm')];
  const folder = join(here, 'folder');
  mkdirSync(folder);
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) writeFileSync(join(folder, name), name);
  const plain = insideOf([here, there]);
  let judged = 0;
  const reach: Reach = {
    ...plain,
    judge: (path, access) => {
      // The old place and the new one are judged before the rename is tried, and the new one when it is copied.
      if (++judged === 3 * names.length) act(folder);
      return plain.judge(path, access);
    },
  };
  const [source, to] = [targetIn(here, 'folder', plain), targetIn(there, 'folder', plain)];
  try {
    const error = await moveDirectory(source, to, reach, new AbortController().signal).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { error, folder, there };
  } finally {
    for (const { directory } of [source, to]) directory.close();
  }
}

onTwoSystems.for<[string, (folder: string) => void]>([
  ['written', (folder) => writeFileSync(join(folder, 'a'), 'changed')],
  ['added', (folder) => writeFileSync(join(folder, 'new'), 'new')],
])('a file that is %s while the directory is copied is not lost: nothing is moved', async ([, act]) => {
  const { error, folder, there } = await moveWhile(act);
  expect(error).toMatchObject({ code: 'CONFLICT', hint: 'Everything is as it was. Try again.' });
  expect(readdirSync(there)).toEqual([]);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd', 'e']));
});

onTwoSystems('without that it is moved', async () => {
  const { error, folder, there } = await moveWhile(() => {});
  expect(error).toBeUndefined();
  expect(existsSync(folder)).toBe(false);
  expect(readFileSync(join(there, 'folder/e'), 'utf8')).toBe('e');
});
