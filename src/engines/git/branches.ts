import type { Git } from './run-git.ts';

export interface Branch {
  /** As `git branch -a` names it, without `remotes/`. */
  readonly name: string;
  readonly current: boolean;
  readonly remote: boolean;
  readonly commit: string;
  readonly upstream?: string;
  readonly subject: string;
}

const FIELDS = ['refname', 'objectname', 'upstream:short', 'HEAD', 'symref', 'contents:subject'] as const;
const FORMAT = `--format=${FIELDS.map((field) => `%(${field})`).join('%00')}`;

export async function readBranches(git: Git): Promise<Branch[]> {
  const { stdout } = await git(['for-each-ref', FORMAT, 'refs/heads', 'refs/remotes']);
  return stdout.split('\n').flatMap((line) => {
    const [ref = '', commit = '', upstream = '', head, symref, subject = ''] = line.split('\0');
    // origin/HEAD is a name for another branch, not one of its own.
    if (ref === '' || symref !== '') return [];
    return {
      name: ref.replace(/^refs\/(heads|remotes)\//, ''),
      current: head === '*',
      remote: ref.startsWith('refs/remotes/'),
      commit,
      ...(upstream !== '' && { upstream }),
      subject,
    };
  });
}

export interface CurrentBranch {
  /** null where HEAD is detached. */
  readonly branch: string | null;
  readonly detached: boolean;
  /** null before the first commit. */
  readonly head: string | null;
}

export async function readCurrentBranch(git: Git): Promise<CurrentBranch> {
  const [name, commit] = await Promise.all([
    git(['symbolic-ref', '--quiet', '--short', 'HEAD'], { answers: [0, 1] }),
    git(['rev-parse', '--verify', '--quiet', 'HEAD'], { answers: [0, 1, 128] }),
  ]);
  const branch = name.exitCode === 0 ? name.stdout.trim() : null;
  return { branch, detached: branch === null, head: commit.exitCode === 0 ? commit.stdout.trim() : null };
}
