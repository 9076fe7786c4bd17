import { resolve } from 'node:path';
import { lastValue } from '../repository/hardening.ts';
import type { Repository } from '../repository/repository.ts';
import type { Git } from '../run/run-git.ts';

export interface Worktree {
  readonly path: string;
  /** null where HEAD is detached, or in a bare repository. */
  readonly branch: string | null;
  /** null before the first commit, or in a bare repository. */
  readonly head: string | null;
  readonly isMain: boolean;
  readonly isBare: boolean;
  readonly locked: boolean;
  readonly lockReason?: string;
  /** Its directory is gone. */
  readonly prunable: boolean;
}

export async function readWorktrees(git: Git, repository: Repository): Promise<Worktree[]> {
  const { stdout } = await git(['worktree', 'list', '--porcelain', '-z']);
  const main = mainTree(repository, git);
  return parseWorktrees(stdout).map((worktree) =>
    worktree.path === repository.commonDir && main !== undefined ? { ...worktree, path: main } : worktree,
  );
}

/** Where git keeps a repository apart from its files, as it does for submodules, it names the wrong one of the two. */
function mainTree({ top, gitDir, commonDir }: Repository, { config }: Git): string | undefined {
  if (gitDir === commonDir) return top;
  const configured = lastValue(config.own, 'core.worktree');
  return configured === undefined ? undefined : resolve(commonDir, configured);
}

const NO_COMMIT = /^0+$/;

/** Records end with an empty field; the main working tree comes first. */
function parseWorktrees(output: string): Worktree[] {
  return output
    .split('\0\0')
    .filter((record) => record !== '')
    .map((record, i) => {
      const facts = new Map(
        record.split('\0').map((line): [string, string] => {
          const at = line.indexOf(' ');
          return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
        }),
      );
      const lockReason = facts.get('locked');
      return {
        path: facts.get('worktree') ?? '',
        branch: facts.get('branch')?.replace(/^refs\/heads\//, '') ?? null,
        head: NO_COMMIT.test(facts.get('HEAD') ?? '') ? null : (facts.get('HEAD') ?? null),
        isMain: i === 0,
        isBare: facts.has('bare'),
        locked: lockReason !== undefined,
        ...(lockReason && { lockReason }),
        prunable: facts.has('prunable'),
      };
    });
}
