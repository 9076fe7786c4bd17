import { ToolError } from '../../../core/errors.ts';
import { operationIn } from '../repository/operation.ts';
import type { Repository } from '../repository/repository.ts';
import { ADVICE } from '../run/git-failure.ts';
import type { GitCapability } from '../run/git-process.ts';
import type { Git } from '../run/run-git.ts';
import { createTransferProgress, type Tell, withoutProgress } from '../run/transfer-progress.ts';
import { readCurrentBranch } from './branches.ts';
import { branchSetting, findRemote, type Remote } from './remotes.ts';
import { readEntries } from './status.ts';

export interface PullOptions {
  readonly remote?: string | undefined;
  readonly branch?: string | undefined;
  readonly strategy: 'ff-only' | 'merge' | 'rebase';
}

export interface Pulled {
  readonly remote: string;
  readonly branch: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly updated: boolean;
  readonly conflicted: readonly string[];
  /** What it began and left to be finished. */
  readonly operation?: 'merge';
  readonly output: string;
}

/** What a pull would fetch, and into what. */
export interface PullPlan {
  readonly remote: Remote;
  /** Of the remote. */
  readonly branch: string;
  readonly into: string;
  readonly head: string | null;
}

export async function planPull(
  git: Git,
  repository: Repository,
  { remote: name, branch: named }: PullOptions,
  capability: GitCapability,
): Promise<PullPlan> {
  // First: a rebase detaches HEAD, and it is what has to be finished.
  checkIdle(repository);
  const { branch: into, head } = await readCurrentBranch(git);
  if (into === null) {
    throw new ToolError('CONFLICT', 'HEAD is detached, so there is no branch to pull into', {
      hint: 'git_switch first.',
    });
  }
  const remote = await findRemote(git, repository, capability, { name, branch: into, isPush: false });
  const followed = branchSetting(git, into, 'merge')?.replace(/^refs\/heads\//, '');
  return { remote, branch: named ?? followed ?? into, into, head };
}

/** What is begun already would be taken for what the pull began. */
function checkIdle({ gitDir, base }: Repository): void {
  const operation = operationIn(gitDir)?.operation;
  if (operation === undefined || operation === 'bisect') return;
  throw new ToolError('CONFLICT', `A ${operation} is in progress in ${base}`, {
    hint: 'get_git_status shows its state; git_commit finishes a merge.',
  });
}

/**
 * Fetching needs the network and runs nothing of the repository; joining runs its merge drivers and needs no network:
 * so they are two steps, each with what it needs.
 */
export async function pull(
  git: Git,
  repository: Repository,
  options: PullOptions,
  capability: GitCapability,
  tell: Tell,
): Promise<Pulled> {
  const { remote, branch, head: before } = await planPull(git, repository, options, capability);
  await git([...FETCH, '--end-of-options', remote.name, `refs/heads/${branch}`], {
    isChange: true,
    isRemote: true,
    isLocal: remote.isLocal,
    onStderr: createTransferProgress(tell),
  }).catch((error) => {
    throw withoutBranch(error, remote.name, branch);
  });
  const pulled = { remote: remote.name, branch, before };
  const output = await join(git, options.strategy, pulled);
  const { head: after } = await readCurrentBranch(git);
  return { ...pulled, after, updated: after !== before, conflicted: [], output };
}

function withoutBranch(error: unknown, remote: string, branch: string): unknown {
  if (!(error instanceof ToolError) || !/couldn't find remote ref/i.test(error.message)) return error;
  return new ToolError('NOT_FOUND', `${remote} has no branch "${branch}"`, {
    hint: 'Name another branch, or make it there with git_push.',
    cause: error,
  });
}

const FETCH = ['fetch', '--progress', '--upload-pack=git-upload-pack', '--no-recurse-submodules'] as const;

const STEPS = {
  'ff-only': ['merge', '--ff-only', '--no-stat', '--no-progress', 'FETCH_HEAD'],
  merge: ['merge', '--no-edit', '--no-stat', '--no-progress', 'FETCH_HEAD'],
  rebase: ['rebase', '--no-stat', '--no-autostash', 'FETCH_HEAD'],
} as const;

async function join(
  git: Git,
  strategy: PullOptions['strategy'],
  pulled: Pick<Pulled, 'remote' | 'branch' | 'before'>,
): Promise<string> {
  const allowed = { isChange: true, drivers: true, hooks: strategy !== 'ff-only' };
  const { stdout, stderr, exitCode } = await git(STEPS[strategy], { ...allowed, answers: [0, 1, 128] });
  const output = wordsOf(stdout, stderr);
  if (exitCode === 0) return output;
  const conflicted = (await readEntries(git)).entries
    .filter(({ kind }) => kind === 'unmerged')
    .map(({ path }) => path);
  const data = { ...pulled, after: pulled.before, updated: false, conflicted, output };
  if (conflicted.length > 0 && strategy === 'rebase') {
    await git(['rebase', '--abort'], allowed);
    throw conflict(data, REBASE_TAKEN_BACK);
  }
  if (conflicted.length > 0) throw conflict({ ...data, operation: 'merge' }, MERGE_BEGUN);
  const isDiverged = /Not possible to fast-forward|Diverging branches/i.test(output);
  throw new ToolError(
    isDiverged || /overwritten|unstaged|uncommitted|unfinished|concluded/i.test(output)
      ? 'CONFLICT'
      : 'EXEC_FAILED',
    `git ${STEPS[strategy][0]} stopped`,
    {
      hint: isDiverged
        ? 'Both sides have commits of their own: pull with strategy merge or rebase.'
        : 'get_git_status shows the state.',
      data,
    },
  );
}

const MERGE_BEGUN = 'Resolve the files, stage them with git_add, and finish with git_commit.';
const REBASE_TAKEN_BACK =
  'The rebase was taken back; nothing changed. Pull with strategy merge to resolve it file by file.';

const conflict = (data: Pulled, hint: string): ToolError =>
  new ToolError('CONFLICT', `What was fetched from ${data.remote} conflicts with what is here`, {
    hint,
    data: { ...data },
  });

const wordsOf = (...printed: readonly string[]): string =>
  withoutProgress(printed.join('\n')).replace(ADVICE, '').trimEnd();
