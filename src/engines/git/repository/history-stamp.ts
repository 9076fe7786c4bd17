import { readdirSync, statSync } from 'node:fs';
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

/** Changes when a branch, a tag, the stash or the index of a working tree does. */
export function historyStamp(gitDir: string): string {
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
    ...foldersBelow(gitDir, 'refs', 0),
  ];
  return places
    .map((place) => {
      const stats = statSync(join(gitDir, place), { throwIfNoEntry: false });
      return `${place} ${stats?.mtimeMs} ${stats?.size} ${stats?.ino}`;
    })
    .join();
}

const DEEPEST = 6;

function foldersBelow(gitDir: string, place: string, depth: number): string[] {
  try {
    const entries = readdirSync(join(gitDir, place), { withFileTypes: true });
    return [
      place,
      ...entries.flatMap((entry) => {
        const path = join(place, entry.name);
        if (!entry.isDirectory()) return [path];
        return depth < DEEPEST ? foldersBelow(gitDir, path, depth + 1) : [];
      }),
    ];
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
