import type { Git } from './run-git.ts';

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

export const readWorktrees = async (git: Git): Promise<Worktree[]> =>
  parseWorktrees((await git(['worktree', 'list', '--porcelain', '-z'])).stdout);

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
