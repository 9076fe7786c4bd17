import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { createPauses } from '../../../core/timing/in-turns.ts';
import { fromDisk, isThere, onDisk } from '../../files/open/disk-names.ts';
import { readRegularBytes } from '../../files/open/regular-file.ts';
import { readIndex } from '../../git/repository/committed-secrets.ts';
import { gitDirectoriesOf } from '../../git/repository/git-links.ts';
import { askGit } from '../history/ask-git.ts';
import { commonDirectory } from './git-places.ts';
import type { WorkspaceFinds } from './workspace-index.ts';

/** More than that are not looked at. */
const MOST_LINKS = 2000;
const LARGEST_INDEX = 128 * 1024 * 1024;

/**
 * Repositories that the index of another one names: git goes into each of them, with its own configuration, when it is
 * asked for the status of the other. They are a part of the project wherever they lie, in `node_modules` too.
 */
export async function namedByIndex(
  dotGits: readonly string[],
  root: string,
): Promise<Pick<WorkspaceFinds, 'protected' | 'unseen'>> {
  const found = new Set(dotGits);
  const unseen: string[] = [];
  const pause = createPauses();
  // A set hands out what is added meanwhile as well: what is found there may name others.
  for (const dotGit of found) {
    await pause();
    const own =
      dotGit.isWellFormed() && basename(dotGit) === '.git' ? gitDirectoriesOf(dotGit)?.own : undefined;
    // That of a linked working tree may lie outside, and is open nevertheless.
    if (own === undefined || !(isInside(own, [root]) || commonDirectory(dotGit))) continue;
    const links = await linksIn(own);
    const places = (links ?? []).map((path) => join(dirname(dotGit), path, '.git'));
    if (links === undefined || found.size + places.length > MOST_LINKS + dotGits.length)
      unseen.push(join(own, 'index'));
    else for (const place of places) if (isInside(place, [root]) && isThere(place)) found.add(place);
  }
  return { protected: [...found].slice(dotGits.length), unseen };
}

const seen = new Map<string, { readonly stamp: string; readonly links: readonly string[] }>();
const MOST_SEEN = 200;

/** Undefined where nobody knows. */
async function linksIn(gitDir: string): Promise<readonly string[] | undefined> {
  const index = join(gitDir, 'index');
  const stats = lstatSync(onDisk(index), { throwIfNoEntry: false, bigint: true });
  if (!stats) return [];
  const stamp = `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  const known = seen.get(index);
  if (known?.stamp === stamp) return known.links;
  const links = linksInBytes(index);
  // An index in several files, or in a form that is new: git can read it.
  if (!links) return linksFromGit(gitDir);
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.set(index, { stamp, links });
  return links;
}

/** Of an entry: the mode of what is a commit of another repository, and where it stands before the hash. */
const GITLINK = 0o160000;
const MODE_BEFORE_HASH = 16;

function linksInBytes(index: string): string[] | undefined {
  try {
    const bytes = readRegularBytes(index, LARGEST_INDEX, { followsLink: false });
    if (bytes === undefined) return undefined;
    const { entries, hashSize } = readIndex(bytes);
    return entries
      ?.filter(({ flagsAt }) => bytes.readUInt32BE(flagsAt - hashSize - MODE_BEFORE_HASH) === GITLINK)
      .map(({ path }) => named(path));
  } catch {
    return undefined;
  }
}

const LIMIT_MS = 20_000;

async function linksFromGit(gitDir: string): Promise<string[] | undefined> {
  const listed = await askGit(gitDir, ['ls-files', '--stage', '-z'], {
    limitMs: LIMIT_MS,
    mostBytes: LARGEST_INDEX,
  });
  return listed
    ?.split('\0')
    .filter((line) => line.startsWith('160000 '))
    .map((line) => named(line.slice(line.indexOf('\t') + 1)));
}

const named = (path: string): string => fromDisk(Buffer.from(path, 'latin1'));
