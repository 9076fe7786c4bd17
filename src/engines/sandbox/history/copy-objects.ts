import { closeSync, lstatSync, realpathSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { deflateSync } from 'node:zlib';
import { openInside } from '../../files/open/open-inside.ts';
import { insideOf } from '../../files/open/reach.ts';
import { readAll } from '../../files/read/read-whole.ts';
import { askGit } from './ask-git.ts';
import type { ListedObjects } from './list-objects.ts';

/** What a run finds in place of a secret. Git does not compare it with its name. */
const HIDDEN = 'This file may hold secrets: Toolgate hides what was committed of it.\n';
const STAND_IN = deflateSync(Buffer.from(`blob ${HIDDEN.length}\0${HIDDEN}`));
/** More than these go into a pack. */
const MOST_LOOSE = 10_000;
const AT_ONCE = 64;

interface Target {
  readonly objects: string;
  readonly limitMs: number;
}

/** Copies what is not there yet; secrets only by their names. */
export async function copyObjects(
  gitDir: string,
  { plain, secret }: ListedObjects,
  to: Target,
): Promise<boolean> {
  const missing = await missingIn(gitDir, plain, to);
  if (!missing) return false;
  const from = (id: string) => join(gitDir, 'objects', placeOf(id));
  // As they are there: git tells by the number of packed ones how long a short hash has to be.
  const loose = missing.filter((id) => isSmallFile(from(id))).slice(0, MOST_LOOSE);
  for (let at = 0; at < loose.length; at += AT_ONCE)
    await Promise.all(
      loose
        .slice(at, at + AT_ONCE)
        .map((id) =>
          put(id, to, (place) => writeFile(place, looseObject(from(id), gitDir), { mode: 0o400 })),
        ),
    );
  const done = new Set(loose);
  const packed = missing.filter((id) => !done.has(id));
  if (packed.length > 0 && (await pack(gitDir, packed, to)) === undefined) return false;
  // What is public under another name is not hidden under this one.
  const hidden = await missingIn(gitDir, secret, to);
  if (!hidden) return false;
  await Promise.all(hidden.map((id) => put(id, to, (place) => writeFile(place, STAND_IN, { mode: 0o400 }))));
  return true;
}

/** Larger ones are packed by git. */
const LARGEST_LOOSE = 100 * 1024 * 1024;

const isSmallFile = (path: string): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && stats.size <= LARGEST_LOOSE;
};

/** The file itself: neither a link, which would bring in what lies elsewhere, nor a pipe, which would never end. */
function looseObject(path: string, gitDir: string): Buffer {
  const { fd, stats, realPath } = openInside(path, insideOf([realpathSync(gitDir)]));
  try {
    const expected = join(realpathSync(join(gitDir, 'objects')), relative(join(gitDir, 'objects'), path));
    if (realPath !== expected || !stats.isFile()) throw new Error(`${path} is no object of git`);
    return readAll(fd, stats.size);
  } finally {
    closeSync(fd);
  }
}

const placeOf = (id: string): string => join(id.slice(0, 2), id.slice(2));

async function put(id: string, to: Target, write: (place: string) => Promise<void>): Promise<void> {
  const place = join(to.objects, placeOf(id));
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  await write(place);
}

const pack = (gitDir: string, ids: readonly string[], { objects, limitMs }: Target) =>
  askGit(
    gitDir,
    // Deltas are taken over where what they are based on is copied too, and no new ones are looked for.
    [
      ...['pack-objects', '--quiet', '--window=0', '--delta-base-offset', '--compression=1'],
      join(objects, 'pack/pack'),
    ],
    { input: ids.map((id) => `${id}\n`).join(''), limitMs, writes: objects },
  );

const MISSING = ' missing';

async function missingIn(
  gitDir: string,
  ids: readonly string[],
  { objects, limitMs }: Target,
): Promise<readonly string[] | undefined> {
  if (ids.length === 0) return [];
  const printed = await askGit(gitDir, ['cat-file', '--batch-check=%(objectname)'], {
    ...{ input: ids.map((id) => `${id}\n`).join(''), objects, limitMs, mostBytes: 256 * 1024 * 1024 },
  });
  return printed
    ?.split('\n')
    .filter((line) => line.endsWith(MISSING))
    .map((line) => line.slice(0, -MISSING.length));
}
