import { ToolError } from '../../../core/errors.ts';
import { nearest } from '../../../core/text/nearest.ts';
import { lastValue } from '../repository/hardening.ts';
import type { Git } from '../run/run-git.ts';
import { type CurrentBranch, readBranches, readCurrentBranch } from './branches.ts';
import { follow, remoteNames } from './remotes.ts';

export interface NewBranch {
  readonly branch: string;
  readonly hash: string;
}

export async function createBranch(git: Git, name: string, startPoint = 'HEAD'): Promise<NewBranch> {
  await git(['branch', '--no-track', '--end-of-options', name, startPoint], { isChange: true });
  const { stdout } = await git(['rev-parse', '--verify', '--end-of-options', `refs/heads/${name}`]);
  return { branch: name, hash: stdout.split('\n').find((line) => /^[0-9a-f]{40,}$/.test(line)) ?? '' };
}

export interface SwitchOptions {
  readonly branch: string;
  readonly create: boolean;
  readonly detach: boolean;
}

/** What a switch would do. */
export interface SwitchPlan {
  readonly from: CurrentBranch;
  /** Hash of the commit that is checked out; null before the first one. */
  readonly to: string | null;
  /** The remote whose branch a new one starts from. */
  readonly follows?: string;
  /** Why git may have to fetch contents first. */
  readonly fetches?: string;
}

export async function planSwitch(git: Git, options: SwitchOptions): Promise<SwitchPlan> {
  const { branch, create, detach } = options;
  const from = await readCurrentBranch(git);
  if (create) return { from, to: from.head };
  const follows = detach ? undefined : await onlyRemoteWith(git, branch);
  const target = detach ? branch : follows ? `refs/remotes/${follows}/${branch}` : `refs/heads/${branch}`;
  const fetches = whyFetching(git);
  try {
    const { stdout } = await git(['rev-parse', '--verify', '--end-of-options', `${target}^{commit}`]);
    const to = stdout.split('\n').find((line) => /^[0-9a-f]{40,}$/.test(line)) ?? null;
    return { from, to, ...(follows !== undefined && { follows }), ...(fetches !== undefined && { fetches }) };
  } catch (error) {
    // A tag, or the branch of a remote: git says what to do about it.
    if (!detach && (await isCommit(git, branch))) return { from, to: null };
    throw await withGuess(error, branch, git);
  }
}

const isCommit = async (git: Git, name: string): Promise<boolean> => {
  const command = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  return (await git(command, { answers: [0, 1, 128] })).exitCode === 0;
};

/** Contents that are not here yet come from the remote while files are checked out. */
function whyFetching({ config: { trusted, own } }: Git): string | undefined {
  const isPartial = own.some(({ key }) => /^(extensions\.partialclone|remote\..*\.promisor)$/s.test(key));
  if (isPartial) return 'this is a partial clone';
  const hasLfs = [...trusted, ...own].some(({ key }) => /^filter\.lfs\.(smudge|process)$/.test(key));
  return hasLfs ? 'git-lfs is set up' : undefined;
}

/** Changes the working tree to another branch; local changes that are in the way stop it. */
export async function switchBranch(
  git: Git,
  { branch, create, detach }: SwitchOptions,
): Promise<CurrentBranch> {
  const followed = create || detach ? undefined : await onlyRemoteWith(git, branch);
  const how = create || followed ? ['--no-track', '--create'] : detach ? ['--detach'] : ['--end-of-options'];
  const words = [...how, branch, ...(followed ? [`refs/remotes/${followed}/${branch}`] : [])];
  try {
    await git(['switch', '--no-progress', '--no-recurse-submodules', '--no-guess', ...words], {
      isChange: true,
      drivers: true,
    });
  } catch (error) {
    throw await withGuess(error, branch, git);
  }
  if (followed !== undefined) await follow(git, followed, branch);
  return readCurrentBranch(git);
}

/** Where there is no such branch yet, the one remote that has it. */
async function onlyRemoteWith(git: Git, branch: string): Promise<string | undefined> {
  const { trusted, own } = git.config;
  const remotes = remoteNames(git);
  const wanted = [`refs/heads/${branch}`, ...remotes.map((name) => `refs/remotes/${name}/${branch}`)];
  const { stdout } = await git(['for-each-ref', '--format=%(refname)', ...wanted.map(literal)]);
  const found = new Set(stdout.split('\n'));
  if (found.has(`refs/heads/${branch}`)) return undefined;
  const having = remotes.filter((name) => found.has(`refs/remotes/${name}/${branch}`));
  const preferred = lastValue([...trusted, ...own], 'checkout.defaultremote');
  return having.length === 1 ? having[0] : having.find((name) => name === preferred);
}

/** The name of a branch is no pattern. */
const literal = (ref: string): string => ref.replace(/[[\]*?\\]/g, '\\$&');

async function withGuess(error: unknown, branch: string, git: Git): Promise<unknown> {
  if (!(error instanceof ToolError && error.code === 'NOT_FOUND')) return error;
  const guess = nearest(
    branch,
    (await readBranches(git)).map(({ name }) => name),
  );
  const hint = guess === undefined ? 'git_list_branches shows them.' : `Did you mean "${guess}"?`;
  return new ToolError('NOT_FOUND', `There is no branch "${branch}"`, { hint, cause: error });
}
