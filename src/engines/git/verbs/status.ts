import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { locateRepository } from '../repository/locate-repository.ts';
import { type Operation, operationIn } from '../repository/operation.ts';
import type { Repository } from '../repository/repository.ts';
import { readSubmodules, type Submodule } from '../repository/submodules.ts';
import type { GitCapability } from '../run/git-process.ts';
import { type Git, openGit } from '../run/run-git.ts';
import { readCurrentBranch } from './branches.ts';
import { inOrder, type ParsedStatus, parseStatus, type StatusEntry, toPorcelain } from './parse-status.ts';

export interface Status extends Partial<Operation> {
  readonly root: string;
  readonly branch: string | null;
  readonly detached: boolean;
  /** Hash of HEAD; null before the first commit. */
  readonly head: string | null;
  readonly upstream: string | null;
  /** It was deleted, so that nothing can be counted against it. */
  readonly upstreamGone?: boolean;
  readonly ahead: number;
  readonly behind: number;
  readonly staged: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly untracked: readonly string[];
  readonly conflicted: readonly string[];
  readonly clean: boolean;
  readonly stashes: number;
  readonly bare: boolean;
  readonly shallow: boolean;
  /** As `git status --porcelain` prints it. */
  readonly raw: string;
}

export const readStatus = (repository: Repository, capability: GitCapability): Promise<Status> =>
  readStatusOnce(repository, capability, new Set());

/** A submodule can name the repository it is in, or a link that leads back to it: each is looked at once. */
async function readStatusOnce(
  repository: Repository,
  capability: GitCapability,
  seen: Set<string>,
): Promise<Status> {
  const git = await openGit(repository, capability);
  if (repository.top === undefined) return describe(repository, await readBare(git));
  const [parsed, submodules] = await Promise.all([
    readEntries(git),
    changedSubmodules(repository, git, capability, seen),
  ]);
  return describe(repository, { ...parsed, entries: withSubmodules(parsed.entries, submodules) });
}

/** Puts submodules with changes of their own where git has them, as modified. */
function withSubmodules(
  entries: readonly StatusEntry[],
  submodules: readonly Submodule<Status>[],
): readonly StatusEntry[] {
  const changed = new Set(submodules.map(({ path }) => path));
  const listed = entries.map((entry) =>
    changed.delete(entry.path) && entry.xy[1] === '.' ? { ...entry, xy: `${entry.xy[0]}M` } : entry,
  );
  const others = [...changed].map((path): StatusEntry => ({ kind: 'changed', xy: '.M', path }));
  // Only these two stand elsewhere in the form that is parsed.
  const isMixed = others.length > 0 || entries.some(({ kind }) => kind === 'unmerged');
  return isMixed ? inOrder([...listed, ...others]) : listed;
}

/** Submodules with changes of their own, and their state. */
export function changedSubmodules(
  repository: Repository,
  git: Git,
  capability: GitCapability,
  seen: Set<string> = new Set(),
): Promise<Submodule<Status>[]> {
  seen.add(repository.gitDir);
  return readSubmodules(repository, git, async (path) => {
    const found = await locateRepository(path, capability);
    if (seen.has(found.gitDir)) return undefined;
    seen.add(found.gitDir);
    const status = await readStatusOnce(found, capability, seen);
    return status.clean ? undefined : status;
  });
}

/** A submodule is never left to git itself: it would read the submodule's own configuration, unlooked at. */
const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--show-stash',
  '--untracked-files=normal',
  '--ignored=no',
  '--ignore-submodules=dirty',
  '--find-renames',
  '--ahead-behind',
] as const;

export const readEntries = async (git: Git): Promise<ParsedStatus> => parseStatus((await git(STATUS)).stdout);

async function readBare(git: Git): Promise<ParsedStatus> {
  const { branch, head } = await readCurrentBranch(git);
  const nothing = { upstream: undefined, ahead: undefined, behind: undefined, stashes: 0, entries: [] };
  return { ...nothing, branch: branch ?? undefined, head: head ?? undefined };
}

function describe(repository: Repository, { head, branch, entries, ...parsed }: ParsedStatus): Status {
  const pathsWhere = (test: (entry: StatusEntry) => boolean): string[] =>
    entries.filter(test).map(({ path }) => path);
  const isTracked = ({ kind }: StatusEntry): boolean => kind === 'changed' || kind === 'renamed';
  return {
    root: repository.top ?? repository.gitDir,
    branch: branch ?? null,
    detached: branch === undefined,
    head: head ?? null,
    upstream: parsed.upstream ?? null,
    // Before the first commit there is nothing to count, whether the upstream is there or not.
    ...(head !== undefined &&
      parsed.upstream !== undefined &&
      parsed.ahead === undefined && { upstreamGone: true }),
    ahead: parsed.ahead ?? 0,
    behind: parsed.behind ?? 0,
    staged: pathsWhere((entry) => isTracked(entry) && entry.xy[0] !== '.'),
    // A: only announced to git (add -N), so all of it still differs from the index.
    modified: pathsWhere((entry) => isTracked(entry) && 'MTA'.includes(entry.xy[1] ?? '-')),
    deleted: pathsWhere((entry) => isTracked(entry) && entry.xy.includes('D')),
    renamed: entries.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }])),
    untracked: pathsWhere(({ kind }) => kind === 'untracked'),
    conflicted: pathsWhere(({ kind }) => kind === 'unmerged'),
    clean: entries.length === 0,
    ...operationIn(repository.gitDir),
    stashes: parsed.stashes,
    bare: repository.top === undefined,
    shallow: existsSync(join(repository.commonDir, 'shallow')),
    raw: toPorcelain(entries),
  };
}
