import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
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
  const loose = missing.filter((id) => existsSync(from(id))).slice(0, MOST_LOOSE);
  for (let at = 0; at < loose.length; at += AT_ONCE)
    await Promise.all(
      loose.slice(at, at + AT_ONCE).map((id) => put(id, to, (place) => copyFile(from(id), place))),
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
    { input: ids.map((id) => `${id}\n`).join(''), limitMs },
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
