import type { Repository } from '../repository/repository.ts';
import type { GitCapability } from '../run/git-process.ts';
import { isNamedBy, toPathspec } from '../run/paths.ts';
import { quotePath } from '../run/quote-path.ts';
import type { Git } from '../run/run-git.ts';
import type { FileDiff } from './parse-diff.ts';
import { changedSubmodules, type Status } from './status.ts';

/** A submodule whose tracked files differ from what it has checked out. */
export interface DirtySubmodule {
  readonly path: string;
  /** The commit it is at. */
  readonly head: string | null;
}

interface Compared {
  readonly staged: boolean;
  readonly ref?: string | undefined;
  readonly paths?: readonly string[] | undefined;
}

/** What a diff against the working tree has to say of submodules; git itself must not look into them. */
export async function dirtySubmodules(
  git: Git,
  repository: Repository,
  { staged, ref, paths }: Compared,
  capability: GitCapability,
): Promise<DirtySubmodule[]> {
  if (staged || (ref !== undefined && isBetweenCommits(ref))) return [];
  const named = paths?.map((path) => toPathspec(path, repository)) ?? ['.'];
  return (await changedSubmodules(repository, git, capability))
    .filter(({ path, found }) => hasTrackedChanges(found) && isNamedBy(path, named))
    .map(({ path, found: { head } }) => ({ path, head }));
}

/** `a..b`, and the short forms for a commit and its parents. */
const isBetweenCommits = (ref: string): boolean => /\.\.|\^[!@-]/.test(ref);

/** As for `git diff`, untracked files are no difference. */
const hasTrackedChanges = ({ raw }: Status): boolean => /^(?!\?\?)./m.test(raw);

/** Writes dirty submodules into a diff as git does: the same commit, or the new one, marked as dirty. */
export function withDirtySubmodules(
  files: readonly FileDiff[],
  dirty: readonly DirtySubmodule[],
): readonly FileDiff[] {
  if (dirty.length === 0) return files;
  const paths = new Set(dirty.map(({ path }) => path));
  const marked = files.map((file) => (paths.has(file.path) ? withMark(file) : file));
  const listed = new Set(files.map(({ path }) => path));
  const added = dirty.filter(({ path }) => !listed.has(path)).map(asFile);
  return [...marked, ...added].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

const withMark = (file: FileDiff): FileDiff => ({
  ...file,
  patch: file.patch.replace(/^\+Subproject commit [0-9a-f]+$/m, '$&-dirty'),
});

const asFile = ({ path, head }: DirtySubmodule): FileDiff => ({
  path,
  change: 'modified',
  insertions: 0,
  deletions: 0,
  isBinary: false,
  patch: [
    `diff --git ${quotePath(`a/${path}`)} ${quotePath(`b/${path}`)}`,
    `--- ${endingName(`a/${path}`)}`,
    `+++ ${endingName(`b/${path}`)}`,
    '@@ -1 +1 @@',
    `-Subproject commit ${head}`,
    `+Subproject commit ${head}-dirty`,
    '',
  ].join('\n'),
  isWhole: true,
});

/** git marks the end of a name with blanks in it. */
const endingName = (name: string): string => `${quotePath(name)}${name.includes(' ') ? '\t' : ''}`;
