import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Commits that no branch has to lead to. */
export const OTHER_HEADS = [
  'FETCH_HEAD',
  'ORIG_HEAD',
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'REBASE_HEAD',
  'AUTO_MERGE',
] as const;

/** Nobody works in more of them. */
const MOST_TREES = 300;

/** Everybody waits while they are looked at; git itself packs them long before. */
const MOST_REFS = 20_000;

/**
 * Changes when a branch, a tag, the stash or the index of a working tree does. Undefined where there are more references
 * than are looked at, or their directory is a link: what that leads to may be all of the machine.
 */
export function historyStamp(gitDir: string): string | undefined {
  const refs = refsIn(gitDir);
  if (!refs) return undefined;
  const trees = namesIn(join(gitDir, 'worktrees'))
    .slice(0, MOST_TREES)
    .flatMap((name) => ['HEAD', 'index'].map((file) => join('worktrees', name, file)));
  const places = [
    'HEAD',
    'index',
    ...OTHER_HEADS,
    'packed-refs',
    'logs/HEAD',
    'logs/refs/stash',
    ...trees,
    ...refs,
  ];
  return places
    .map((place) => {
      const stats = statSync(join(gitDir, place), { throwIfNoEntry: false });
      return `${place} ${stats?.mtimeMs} ${stats?.size} ${stats?.ino}`;
    })
    .join();
}

/** References that are files, and the directories they lie in. */
function refsIn(gitDir: string): string[] | undefined {
  if (isLink(join(gitDir, 'refs'))) return undefined;
  const folders = ['refs'];
  const files: string[] = [];
  for (const folder of folders) {
    for (const entry of entriesIn(join(gitDir, folder)))
      (entry.isDirectory() ? folders : files).push(join(folder, entry.name));
    if (folders.length + files.length > MOST_REFS) return undefined;
  }
  return [...folders, ...files];
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** None where there is no such directory. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
