import { createHash, hash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { hashBytes, type TrackedSecrets, trackedSecrets } from '../../git/repository/committed-secrets.ts';
import { historyHoldsSecrets } from '../../git/repository/history-secrets.ts';
import type { Reach } from '../../process/process.ts';
import { modulesIn } from './git-modules.ts';
import { repositoryAt } from './git-named-places.ts';
import { harmfulSettings } from './harmless-git-config.ts';
import { readIfSmall } from './read-if-small.ts';

/**
 * What keeps committed secrets out of a run that may see none. The objects of repositories are not there, unless git is
 * all that runs and was judged by what it prints of them; where there are secrets, no repository may then name programs
 * that git would start.
 * Where files that look like secrets are tracked, the index says that they did not change, or git would call the hidden
 * ones modified.
 */
export function committedSecretMounts(
  dotGits: readonly string[],
  { scratch, showsHistory = false }: Pick<Reach, 'scratch' | 'showsHistory'>,
): string[] {
  const places = dotGits.map(placesOf);
  const stores = [
    ...new Set(places.flatMap(({ common }) => [common, ...modulesIn(join(common, 'modules'))])),
  ];
  const isShown = showsHistory && (stores.every(startsNothing) || !stores.some(historyHoldsSecrets));
  const indexes = places.flatMap(({ common, index }) => {
    const found = trackedSecrets(index, common);
    if (found === undefined || scratch === undefined) return [];
    const copy = unchangedCopy(index, found, scratch, hashBytes(common));
    return copy === undefined ? [] : ['--ro-bind', copy, realpathSync(index)];
  });
  const objects = isShown
    ? []
    : stores.map((store) => join(store, 'objects')).filter((place) => existsSync(place));
  return [...indexes, ...objects.flatMap((place) => ['--tmpfs', realpathSync(place)])];
}

/**
 * What git starts when it only looks: hooks run when something is changed, editors and helpers when something is asked,
 * aliases under names of their own, and a pager at a terminal; none of that happens here.
 */
const RUNS_ON_READ =
  /fsmonitor(?!\s*=\s*(true|false)\s*$)|textconv|external|filter|include|showsignature|gpg|smudge|process|^diff\0|^\[cannot/i;

const startsNothing = (store: string): boolean => {
  const more = join(store, 'config.worktree');
  const texts = [readIfSmall(join(store, 'config')), existsSync(more) ? readIfSmall(more) : ''];
  return texts
    .flatMap((text) => harmfulSettings(text ?? '[cannot be read]'))
    .every((setting) => !RUNS_ON_READ.test(setting));
};

/** Of a `.git`, or of the HEAD of a repository without a working tree. */
function placesOf(dotGit: string): { common: string; index: string } {
  if (basename(dotGit) === 'HEAD') return { common: dirname(dotGit), index: join(dirname(dotGit), 'index') };
  const [, own] = /^gitdir:\s*(.*?)\s*$/m.exec(readIfSmall(dotGit) ?? '') ?? [];
  const directory = own === undefined ? dotGit : resolve(dirname(dotGit), own);
  return { common: repositoryAt(dotGit).gitDir, index: join(directory, 'index') };
}

/** Git's own mark for "take it as unchanged". */
const ASSUME_VALID = 0x80;

function unchangedCopy(
  index: string,
  { bytes, secrets }: TrackedSecrets,
  scratch: string,
  hashSize: number,
): string | undefined {
  if (secrets === undefined) return undefined;
  const directory = join(scratch, 'git-index');
  const copy = join(directory, hash('sha256', `${index}\0${hash('sha256', bytes)}`).slice(0, 24));
  if (existsSync(copy)) return copy;
  const marked = Buffer.from(bytes);
  for (const { flagsAt } of secrets) marked[flagsAt] = (marked[flagsAt] ?? 0) | ASSUME_VALID;
  const end = marked.length - hashSize;
  // All zeros: this git does not check it.
  if (marked.subarray(end).some((byte) => byte !== 0))
    createHash(hashSize === 32 ? 'sha256' : 'sha1')
      .update(marked.subarray(0, end))
      .digest()
      .copy(marked, end);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(copy, marked, { mode: 0o600 });
  return copy;
}
