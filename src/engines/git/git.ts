import { hooksOf } from '../../core/git/git-hooks.ts';
import { resolveFrom } from '../../core/path/paths.ts';
import { createLine } from '../../core/timing/slots.ts';
import { runProcess } from '../process/child/run-process.ts';
import type { OwnReach } from '../process/process.ts';
import type { ProcessOwner } from '../process/processes.ts';
import { scanConfig } from './repository/config-scan.ts';
import { activeHooks } from './repository/hooks.ts';
import { locateRepository } from './repository/locate-repository.ts';
import { type Repository, type WorkingRepository, withWorkingTree } from './repository/repository.ts';
import type { GitCapability } from './run/git-process.ts';
import { type Git, openGit } from './run/run-git.ts';
import type { Tell } from './run/transfer-progress.ts';
import { type Blame, type BlameOptions, readBlame } from './verbs/blame.ts';
import {
  createBranch,
  type NewBranch,
  planSwitch,
  type SwitchOptions,
  type SwitchPlan,
  switchBranch,
} from './verbs/branch-changes.ts';
import { type Branch, type CurrentBranch, readBranches, readCurrentBranch } from './verbs/branches.ts';
import { type CommitOptions, type Committed, commitStaged, commitState } from './verbs/commit.ts';
import type { Commit } from './verbs/commits.ts';
import { type Diff, type DiffOptions, diffArguments, hiddenIn, readDiff } from './verbs/diff.ts';
import { type FileAtRef, type FileAtRefOptions, readFileAt } from './verbs/file-at-ref.ts';
import { type LogOptions, readCommit, readLog } from './verbs/history.ts';
import { type Pulled, type PullOptions, type PullPlan, planPull, pull } from './verbs/pull.ts';
import { type Pushed, type PushOptions, type PushPlan, planPush, push } from './verbs/push.ts';
import { planStage, type StagePlan, stageFiles } from './verbs/stage.ts';
import { changeStash, type Stash, type StashOptions } from './verbs/stash.ts';
import { readStatus, type Status } from './verbs/status.ts';
import { dirtySubmodules } from './verbs/submodule-diff.ts';
import { type AddedWorktree, type AddWorktreeOptions, addWorktree } from './verbs/worktree-changes.ts';
import {
  planRemoval,
  type RemovedWorktree,
  removeWorktree,
  type WorktreeRemoval,
} from './verbs/worktree-removal.ts';
import { readWorktrees, type Worktree } from './verbs/worktrees.ts';

/** Git as one call may use it: repositories inside the roots, and nothing they name is started unasked. */
export interface GitEngine {
  status(path: string): Promise<Status>;
  diff(path: string, options: DiffOptions & { staged: boolean; ref?: string | undefined }): Promise<Diff>;
  log(path: string, options: LogOptions): Promise<readonly Commit[]>;
  show(path: string, ref: string, options: DiffOptions): Promise<Commit & Diff>;
  fileAt(path: string, options: FileAtRefOptions): Promise<FileAtRef>;
  blame(path: string, options: BlameOptions): Promise<Blame>;
  branches(path: string): Promise<readonly Branch[]>;
  currentBranch(path: string): Promise<CurrentBranch>;
  worktrees(path: string): Promise<readonly Worktree[]>;
  planAdd(path: string, files: readonly string[]): Promise<StagePlan>;
  add(path: string, files: readonly string[]): Promise<readonly string[]>;
  commit(path: string, options: CommitOptions): Promise<Committed>;
  /** HEAD and what is staged, as one value that changes when either does. */
  commitState(path: string, options: Pick<CommitOptions, 'amend'>): Promise<string>;
  commitHooks(path: string): Promise<readonly string[]>;
  createBranch(path: string, name: string, startPoint?: string): Promise<NewBranch>;
  planSwitch(path: string, options: SwitchOptions): Promise<SwitchPlan>;
  switchBranch(path: string, options: SwitchOptions): Promise<CurrentBranch>;
  stash(path: string, options: StashOptions): Promise<readonly Stash[]>;
  planPush(path: string, options: PushOptions): Promise<PushPlan>;
  push(path: string, options: PushOptions, tell: Tell): Promise<Pushed>;
  planPull(path: string, options: PullOptions): Promise<PullPlan>;
  pull(path: string, options: PullOptions, tell: Tell): Promise<Pulled>;
  addWorktree(path: string, options: AddWorktreeOptions): Promise<AddedWorktree>;
  planRemoval(path: string): Promise<WorktreeRemoval>;
  removeWorktree(path: string, options: { force: boolean }): Promise<RemovedWorktree>;
}

/** What the git of one host has in common. */
interface Place extends Pick<GitCapability, 'isSecret'> {
  readonly reach: OwnReach;
  /** Hooks and transports may outlive a host that is killed; the next one finds them by it. */
  readonly installation?: string;
  /** Programs of agents that run now and may change files there. */
  readonly writersIn?: (roots: readonly string[]) => readonly string[];
}

export const createGit =
  ({ reach, isSecret, installation, writersIn }: Place) =>
  ({ caller, signal, sandbox, denied, cut, bound, judged, onSetAside }: ProcessOwner): GitEngine => {
    const { roots, cwd } = caller;
    const env = withoutGitVariables(caller.env);
    return gitFor({
      run: (spec, more) =>
        runProcess({
          ...spec,
          env: { ...env, ...spec.env },
          reach: { ...reach, ...(onSetAside && { onSetAside }), access: [], ...more, roots },
          ...(installation !== undefined && { installation }),
        }),
      needsLogin: true,
      bound,
      judged,
      roots,
      cwd,
      home: reach.home,
      sandbox,
      hasWriters: () => (writersIn?.(roots).length ?? 0) > 0,
      signal,
      denied,
      cut,
      isSecret: (path) => isSecret(path) || (denied?.includes(path) ?? false),
    });
  };

/** GIT_DIR and its kind would point git elsewhere. */
const withoutGitVariables = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(GIT|SSH_ASKPASS)/.test(name)));

/** One at a time for each index. */
const inLine = createLine(1, 1000);

function gitFor(capability: GitCapability): GitEngine {
  const { reading, find, findTree, within, alone, read } = repositoriesOf(capability);
  return {
    status: async (path) => readStatus(await find(path), reading),
    diff: (path, { maxBytes, ...what }) =>
      read<Repository, Diff>(what.ref === undefined ? findTree(path) : find(path), (git, found) =>
        readDiff(
          git,
          diffArguments(what, found),
          { maxBytes },
          hiddenIn(found, capability),
          dirtySubmodules(git, found, what, reading),
        ),
      ),
    log: (path, options) => read(find(path), (git, found) => readLog(git, found, options)),
    show: (path, ref, options) =>
      read(find(path), (git, found) => readCommit(git, ref, options, hiddenIn(found, capability))),
    fileAt: (path, options) =>
      read(find(path), (git, found) => readFileAt(git, found, options, capability.cut)),
    blame: (path, options) =>
      read(find(path), (git, found) => readBlame(git, found, options, capability.cut)),
    branches: (path) => read(find(path), readBranches),
    currentBranch: (path) => read(find(path), readCurrentBranch),
    worktrees: (path) => read(find(path), readWorktrees),
    planAdd: (path, files) => read(findTree(path), (git, found) => planStage(git, found, files)),
    add: (path, files) => alone(findTree(path), (git, found) => stageFiles(git, found, files)),
    commit: (path, options) =>
      alone(findTree(path), (git, found) => commitStaged(git, found, options, capability.judged)),
    commitState: (path, options) => within(findTree(path), (git, found) => commitState(git, found, options)),
    commitHooks: async (path) => {
      const found = await findTree(path);
      return activeHooks(found, await scanConfig(found, capability), hooksOf('commit'), capability.roots)
        .names;
    },
    createBranch: (path, name, startPoint) =>
      within(find(path), (git) => createBranch(git, name, startPoint)),
    planSwitch: (path, options) => read(findTree(path), (git) => planSwitch(git, options)),
    switchBranch: (path, options) => alone(findTree(path), (git) => switchBranch(git, options)),
    stash: (path, options) => alone(findTree(path), (git, found) => changeStash(git, found, options)),
    planPush: (path, options) =>
      within(find(path), (git, found) => planPush(git, found, options, capability)),
    push: (path, options, tell) =>
      within(find(path), (git, found) => push(git, found, options, capability, tell)),
    planPull: (path, options) =>
      within(findTree(path), (git, found) => planPull(git, found, options, capability)),
    pull: (path, options, tell) =>
      alone(findTree(path), (git, found) => pull(git, found, options, capability, tell)),
    addWorktree: (path, options) =>
      within(find(path), (git, found) => addWorktree(git, found, options, capability)),
    planRemoval: (path) => planRemoval(resolveFrom(capability.cwd, path), capability),
    removeWorktree: (path, options) => removeWorktree(resolveFrom(capability.cwd, path), options, capability),
  };
}

/** How the verbs of one caller come to an open repository. */
function repositoriesOf(capability: GitCapability) {
  const reading: GitCapability = { ...capability, needsLogin: false };
  const find = (path: string): Promise<Repository> =>
    locateRepository(resolveFrom(capability.cwd, path), reading);
  const findTree = async (path: string) => withWorkingTree(await find(path));
  /** For what needs no more than the repository and git in it. */
  const within = async <R extends Repository, T>(
    repository: Promise<R>,
    use: (git: Git, found: R) => Promise<T>,
    how = capability,
  ): Promise<T> => {
    const found = await repository;
    return use(await openGit(found, how), found);
  };
  /** What changes the index waits for others that do: a commit holds what was staged when it was judged, while its hooks run. */
  const alone = async <T>(
    repository: Promise<WorkingRepository>,
    use: (git: Git, found: WorkingRepository) => Promise<T>,
  ): Promise<T> => {
    const { gitDir: session } = await repository;
    return inLine({ session, signal: capability.signal }, () => within(repository, use));
  };
  const read: typeof within = (repository, use) => within(repository, use, reading);
  return { reading, find, findTree, within, alone, read };
}
