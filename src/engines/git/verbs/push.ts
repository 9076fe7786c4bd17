import { ToolError } from '../../../core/errors.ts';
import type { Repository } from '../repository/repository.ts';
import type { GitCapability } from '../run/git-process.ts';
import type { Git } from '../run/run-git.ts';
import { createTransferProgress, type Tell, withoutProgress } from '../run/transfer-progress.ts';
import { readCurrentBranch } from './branches.ts';
import { COMMIT_FORMAT, type Commit, parseCommits } from './commits.ts';
import { findRemote, follow, type Remote } from './remotes.ts';

export interface PushOptions {
  readonly remote?: string | undefined;
  readonly branch?: string | undefined;
  readonly setUpstream: boolean;
  readonly force: boolean;
}

/** What a push would do, before it is done. */
export interface PushPlan {
  readonly remote: Remote;
  readonly branch: string;
  readonly hash: string;
  /** Where the remote's branch was when it was last looked at; null for a new one. */
  readonly remoteHash: string | null;
  /** All of this in one text: an answer is bound to it. */
  readonly state: string;
  /** The first of them, newest first. */
  readonly commits: readonly Commit[];
  readonly commitCount: number;
}

export interface Pushed {
  readonly remote: string;
  readonly branch: string;
  readonly hash: string;
  readonly updated: boolean;
  readonly output: string;
}

const SHOWN_COMMITS = 20;

export async function planPush(
  git: Git,
  repository: Repository,
  { remote: name, branch: named }: PushOptions,
  capability: GitCapability,
): Promise<PushPlan> {
  const branch = named ?? (await readCurrentBranch(git)).branch;
  if (branch === null)
    throw new ToolError('CONFLICT', 'HEAD is detached, so there is no branch to push', {
      hint: 'Name a branch.',
    });
  const remote = await findRemote(git, repository, capability, { name, branch, isPush: true });
  const theirs = `refs/remotes/${remote.name}/${branch}`;
  const hashes = await readHashes(git, [`refs/heads/${branch}`, theirs]);
  const hash = hashes.get(`refs/heads/${branch}`);
  const remoteHash = hashes.get(theirs) ?? null;
  if (hash === undefined)
    throw new ToolError('NOT_FOUND', `There is no branch "${branch}" with a commit to push`);
  const range = [hash, ...(remoteHash === null ? ['--not', `--remotes=${remote.name}`] : [`^${remoteHash}`])];
  const state = JSON.stringify([remote, branch, hash, remoteHash]);
  return { remote, branch, hash, remoteHash, state, ...(await readRange(git, range)) };
}

async function readRange(
  git: Git,
  range: readonly string[],
): Promise<Pick<PushPlan, 'commits' | 'commitCount'>> {
  const command = ['log', '-z', '--no-show-signature', '--no-decorate', COMMIT_FORMAT];
  const commits = parseCommits((await git([...command, `--max-count=${SHOWN_COMMITS}`, ...range])).stdout);
  if (commits.length < SHOWN_COMMITS) return { commits, commitCount: commits.length };
  return { commits, commitCount: Number((await git(['rev-list', '--count', ...range])).stdout.trim()) };
}

async function readHashes(git: Git, refs: readonly string[]): Promise<Map<string, string>> {
  const { stdout } = await git(['for-each-ref', '--format=%(objectname) %(refname)', ...refs]);
  return new Map(
    stdout.split('\n').flatMap((line): [string, string][] => {
      const at = line.indexOf(' ');
      return at === -1 ? [] : [[line.slice(at + 1), line.slice(0, at)]];
    }),
  );
}

export async function push(
  git: Git,
  repository: Repository,
  options: PushOptions,
  capability: GitCapability,
  tell: Tell,
): Promise<Pushed> {
  const plan = await planPush(git, repository, options, capability);
  const { remote, branch, hash } = plan;
  if (capability.judged !== undefined && capability.judged !== plan.state)
    throw new ToolError('CONFLICT', `What a push of "${branch}" to ${remote.name} would send has changed`, {
      retryable: true,
      hint: 'Call again; the person is then asked about the commits as they are.',
    });
  const command = [
    'push',
    '--porcelain',
    '--progress',
    // The repository may name another program for the far end, which for a local remote runs here.
    '--receive-pack=git-receive-pack',
    '--no-recurse-submodules',
    // Refuses where the remote has moved since it was last looked at: nobody's work is lost unseen.
    ...(options.force ? ['--force-with-lease'] : []),
    '--end-of-options',
    remote.name,
    // The very commit that was shown: the branch may move on until git reads it.
    `${hash}:refs/heads/${branch}`,
  ];
  const { stdout, stderr } = await git(command, {
    isChange: true,
    isRemote: true,
    hooks: true,
    isLocal: remote.isLocal,
    onStderr: createTransferProgress(tell),
  }).catch((error) => {
    throw rejected(error, remote.name, branch);
  });
  if (options.setUpstream) await follow(git, remote.name, branch);
  const output = [stdout.replace(/^Done$/m, '').trim(), withoutProgress(stderr)]
    .filter((text) => text !== '')
    .join('\n');
  return { remote: remote.name, branch, hash, updated: !/^=\t/m.test(stdout), output };
}

// In git's own line of the branch: a hook may print the same words.
const REFUSAL = /^!\t.*\t\[(?:remote )?rejected\]/m;
const IS_BEHIND = /^!\t.*\t\[rejected\] \((?:non-fast-forward|fetch first|stale info)\)/m;

function rejected(error: unknown, remote: string, branch: string): unknown {
  if (!(error instanceof ToolError) || !REFUSAL.test(error.message)) return error;
  return new ToolError('CONFLICT', `${remote} refused "${branch}": ${error.message}`, {
    hint: IS_BEHIND.test(error.message)
      ? 'It has commits that are not here: git_pull first.'
      : 'The remote itself refuses this; its words above say why. A pull changes nothing about it.',
    cause: error,
  });
}
