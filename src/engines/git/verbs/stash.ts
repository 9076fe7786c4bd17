import { ToolError } from '../../../core/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { toPathspec } from '../run/paths.ts';
import type { Git } from '../run/run-git.ts';

export interface StashOptions {
  readonly action: 'push' | 'pop' | 'apply' | 'drop' | 'list';
  readonly message?: string | undefined;
  readonly includeUntracked: boolean;
  readonly paths?: readonly string[] | undefined;
  readonly index: number;
}

export interface Stash {
  readonly index: number;
  readonly hash: string;
  readonly message: string;
  readonly date: string;
}

/** Does what is asked and answers the stashes there are then, the newest first. */
export async function changeStash(git: Git, repository: Repository, options: StashOptions): Promise<Stash[]> {
  if (options.action === 'list') return readStashes(git);
  const before = await readStashes(git);
  if (options.action !== 'push' && options.index >= before.length) {
    throw new ToolError('NOT_FOUND', `There is no stash ${options.index}`, {
      hint: before.length === 0 ? 'Nothing is stashed.' : `There are ${before.length}, counted from 0.`,
    });
  }
  await git(['stash', ...wordsFor(options, repository)], {
    isChange: true,
    drivers: true,
    hasPatterns: true,
  });
  const after = await readStashes(git);
  if (options.action === 'push' && after.length === before.length)
    throw new ToolError('CONFLICT', 'There is nothing to stash', {
      hint: 'Untracked files need includeUntracked.',
    });
  return after;
}

function wordsFor(options: StashOptions, repository: Repository): string[] {
  const { action, message, includeUntracked, paths, index } = options;
  if (action !== 'push') return [action, '--quiet', `stash@{${index}}`];
  // Not --quiet: it would not say either why it failed.
  return [
    'push',
    ...(message === undefined ? [] : [`--message=${message}`]),
    ...(includeUntracked ? ['--include-untracked'] : []),
    ...(paths ? ['--', ...paths.map((path) => `:(literal)${toPathspec(path, repository)}`)] : []),
  ];
}

async function readStashes(git: Git): Promise<Stash[]> {
  const format = '--format=%H%x00%gs%x00%aI';
  const { stdout } = await git(['stash', 'list', '-z', '--no-show-signature', format]);
  const fields = stdout.split('\0');
  return Array.from({ length: Math.floor(fields.length / 3) }, (_, index) => {
    const [stashHash = '', message = '', date = ''] = fields.slice(index * 3, index * 3 + 3);
    return { index, hash: stashHash, message, date };
  });
}
