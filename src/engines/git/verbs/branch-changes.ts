import { ToolError } from '../../../core/errors.ts';
import { nearest } from '../../../core/text/nearest.ts';
import type { Git } from '../run/run-git.ts';
import { type CurrentBranch, readBranches, readCurrentBranch } from './branches.ts';

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

/** Changes the working tree to another branch; local changes that are in the way stop it. */
export async function switchBranch(
  git: Git,
  { branch, create, detach }: SwitchOptions,
): Promise<CurrentBranch> {
  const how = create ? ['--create'] : detach ? ['--detach'] : [];
  try {
    await git(
      [
        'switch',
        '--no-progress',
        '--no-recurse-submodules',
        ...how,
        ...(create ? [] : ['--end-of-options']),
        branch,
      ],
      {
        isChange: true,
        drivers: true,
      },
    );
  } catch (error) {
    throw await withGuess(error, branch, git);
  }
  return readCurrentBranch(git);
}

async function withGuess(error: unknown, branch: string, git: Git): Promise<unknown> {
  if (!(error instanceof ToolError && error.code === 'NOT_FOUND')) return error;
  const guess = nearest(
    branch,
    (await readBranches(git)).map(({ name }) => name),
  );
  const hint = guess === undefined ? 'git_list_branches shows them.' : `Did you mean "${guess}"?`;
  return new ToolError('NOT_FOUND', `There is no branch "${branch}"`, { hint, cause: error });
}
