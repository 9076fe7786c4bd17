import { dirname, join, resolve } from 'node:path';
import { type GitSetting, gitSettings } from '../../../core/git/git-config.ts';
import { gitDirNamed, pathNamed } from '../../../core/git/git-links.ts';

const MOST_UPWARDS = 40;

type ReadText = (path: string) => string | undefined;

interface Reader {
  readonly readText: ReadText;
  /** Git puts it in place of `~`. */
  readonly home: string;
}

interface Repository {
  /** Its own, without those of the user. */
  readonly settings: readonly GitSetting[];
  /** Where its hooks lie. */
  readonly hooks: string;
}

interface Found extends Repository {
  readonly workTree: string;
}

/** The nearest repository; unknown where it lies outside the open directories, or its configuration cannot be read. */
export function repositoryAround(
  start: string,
  { readText, home }: Reader,
): Repository | 'unknown' | undefined {
  const found = repositoryFrom(start, readText);
  if (found === undefined || found === 'unknown') return found;
  return { ...found, hooks: resolve(found.workTree, found.hooks.replace(/^~(?=\/)/, home)) };
}

function repositoryFrom(start: string, readText: ReadText): Found | 'unknown' | undefined {
  let directory = start;
  for (let up = 0; up < MOST_UPWARDS; up++) {
    const link = readText(join(directory, '.git'));
    if (link !== undefined) return linkedRepository(directory, link, readText);
    const gitDir = join(directory, '.git');
    const found = repositoryIn({ own: gitDir, common: gitDir }, directory, readText);
    if (found || dirname(directory) === directory) return found;
    directory = dirname(directory);
  }
  return undefined;
}

/** A worktree or a submodule: `.git` is a file that says where the rest is. */
function linkedRepository(directory: string, link: string, readText: ReadText): Found | 'unknown' {
  const target = gitDirNamed(link);
  if (target === undefined) return 'unknown';
  const own = resolve(directory, target);
  const common = pathNamed(readText(join(own, 'commondir')) ?? '.');
  if (common === undefined) return 'unknown';
  return repositoryIn({ own, common: resolve(own, common) }, directory, readText) ?? 'unknown';
}

interface Directories {
  /** What belongs to one working tree. */
  readonly own: string;
  /** What all of them share. */
  readonly common: string;
}

function repositoryIn(
  { own, common }: Directories,
  workTree: string,
  readText: ReadText,
): Found | 'unknown' | undefined {
  const shared = readText(join(common, 'config'));
  if (shared === undefined) return undefined;
  const settings = gitSettings(shared);
  const more = gitSettings(readText(join(own, 'config.worktree')) ?? '');
  if (!settings || !more) return 'unknown';
  const all = [...settings, ...more];
  // Of several, git takes the last.
  const named = all.findLast(({ section, key }) => section === 'core' && key === 'hookspath');
  return { settings: all, hooks: named?.value ?? join(common, 'hooks'), workTree };
}
