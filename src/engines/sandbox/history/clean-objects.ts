import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SECRET_FOLDERS, SECRET_NAMES, SECRET_SAMPLES } from '../../../core/path/secret-names.ts';
import { historyStamp } from '../../git/repository/history-stamp.ts';
import { askGit } from './ask-git.ts';
import { copyObjects } from './copy-objects.ts';
import { holdSecrets } from './hold-secrets.ts';
import { listWithLinks } from './linked-secrets.ts';
import type { ListedObjects } from './list-objects.ts';
import { bytesToCopy, isRoomFor, isSmallEnough, noteBytes } from './room-for-copies.ts';

const FIRST_LIMIT_MS = 20_000;
const MOST_PACKS = 40;
/** A repository that could not be copied is tried again after this. */
const AGAIN_MS = 3_600_000;
/** A copy that nothing was added to for this long is made anew when it is needed. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Other names of secrets make another copy. */
const VERSION = hash('sha256', JSON.stringify([5, SECRET_NAMES, SECRET_SAMPLES, SECRET_FOLDERS])).slice(0, 8);

const busy = new Map<string, Promise<string | undefined>>();
const failed = new Map<string, number>();

/**
 * The objects of a repository without its secrets: a copy of all that a name leads to, in which files that look like
 * secrets hold other text. So whatever a program does with it, git or not, it finds no secret there. Kept below
 * `scratch`, and brought up to date when the repository changed; undefined where it cannot be had.
 */
export function cleanObjects(
  gitDir: string,
  scratch: string,
  withheld: readonly string[] = [],
): Promise<string | undefined> {
  const running = busy.get(gitDir);
  const next = (running ?? Promise.resolve()).then(() =>
    update(gitDir, scratch, withheld).catch(() => undefined),
  );
  busy.set(gitDir, next);
  void next.then(() => busy.get(gitDir) === next && busy.delete(gitDir));
  return next;
}

async function update(
  gitDir: string,
  scratch: string,
  withheld: readonly string[],
): Promise<string | undefined> {
  const name = hash('sha256', JSON.stringify([VERSION, gitDir, ...withheld])).slice(0, 24);
  const store = join(scratch, 'git-objects', name);
  const objects = join(store, 'objects');
  const stamp = historyStamp(gitDir);
  const before = readState(store);
  if (stamp === undefined) return undefined;
  if (before?.stamp === stamp) return objects;
  if (Date.now() - (failed.get(gitDir) ?? -AGAIN_MS) < AGAIN_MS) return undefined;
  await removeOld(dirname(store));
  const bytes = await bytesToCopy(gitDir, FIRST_LIMIT_MS);
  if (bytes === undefined) return undefined;
  const isCopied =
    (before && isSmallEnough(bytes) && (await addNew(gitDir, { objects, tips: before.tips, withheld }))) ||
    ((await isRoomFor(bytes, store)) && (await copyAll(gitDir, store, withheld)));
  if (!isCopied) {
    if (!readState(store)) await rm(store, { recursive: true, force: true });
    failed.set(gitDir, Date.now());
    return undefined;
  }
  const tips = await askGit(gitDir, ['for-each-ref', '--format=%(objectname)'], { limitMs: FIRST_LIMIT_MS });
  await noteBytes(store, bytes);
  // Whole or not at all: a copy that was cut off is made anew.
  await writeFile(join(store, 'state.new'), `${stamp}\n${tips ?? ''}`, { mode: 0o600 });
  await rename(join(store, 'state.new'), join(store, 'state'));
  return objects;
}

function readState(store: string): { stamp: string; tips: string[] } | undefined {
  const file = join(store, 'state');
  if (!existsSync(file)) return undefined;
  const [stamp = '', ...tips] = readFileSync(file, 'latin1').split('\n');
  return { stamp, tips: tips.filter((tip) => tip !== '') };
}

/** What came since; false where it is time to begin anew. */
async function addNew(
  gitDir: string,
  to: { objects: string; tips: readonly string[]; withheld: readonly string[] },
): Promise<boolean> {
  const packs = await readdir(join(to.objects, 'pack'));
  if (packs.length > 2 * MOST_PACKS) return false;
  const { links = [], listed } =
    (await listWithLinks(gitDir, {
      without: to.tips,
      withheld: [...to.withheld, ...linksNoted(to.objects)],
      limitMs: FIRST_LIMIT_MS,
    })) ?? {};
  // What a new link leads to was copied before, as it is.
  if (
    listed === undefined ||
    links.length > 0 ||
    !(await copyObjects(gitDir, listed, { ...to, limitMs: FIRST_LIMIT_MS }))
  )
    return false;
  await noteSecrets(gitDir, listed, to.objects);
  return true;
}

async function copyAll(gitDir: string, store: string, withheld: readonly string[]): Promise<boolean> {
  const started = Date.now();
  const found = await listWithLinks(gitDir, { without: [], withheld, limitMs: FIRST_LIMIT_MS });
  if (!found) return false;
  const { listed, links } = found;
  await rm(store, { recursive: true, force: true });
  const objects = join(store, 'objects');
  await mkdir(join(objects, 'pack'), { recursive: true, mode: 0o700 });
  await mkdir(join(objects, 'info'), { mode: 0o700 });
  await writeFile(linksFile(objects), JSON.stringify(links), { mode: 0o600 });
  const limitMs = Math.max(1, FIRST_LIMIT_MS - (Date.now() - started));
  if (!(await copyObjects(gitDir, listed, { objects, limitMs }))) return false;
  await noteSecrets(gitDir, listed, objects);
  return true;
}

/** Whether a copy holds less than the repository that could be a secret. */
export const replacesSecrets = (objects: string): boolean => existsSync(secretsNoted(objects));

const secretsNoted = (objects: string): string => join(dirname(objects), 'secrets');

const linksFile = (objects: string): string => join(dirname(objects), 'links');

/** Where links of the name of a secret led when the copy was made. Sound: `copyAll` wrote them. */
const linksNoted = (objects: string): string[] =>
  JSON.parse(readFileSync(linksFile(objects), 'utf8')) as string[];

async function noteSecrets(gitDir: string, listed: ListedObjects, objects: string): Promise<void> {
  if (replacesSecrets(objects) || !(await holdSecrets(gitDir, listed, FIRST_LIMIT_MS))) return;
  await writeFile(secretsNoted(objects), '', { mode: 0o600 });
}

async function removeOld(directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const stats = statSync(join(directory, name, 'state'), { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > KEPT_MS)
      await rm(join(directory, name), { recursive: true, force: true });
  }
}
