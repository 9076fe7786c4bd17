import type { Git } from '../run/run-git.ts';

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
  const { stdout, exitCode } = await git(['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'], {
    answers: [0, 128],
  });
  const [head = '', name = ''] = stdout.split('\n');
  if (exitCode === 0 && name !== '') return asCurrent(name, head);
  // Before the first commit HEAD stands for nothing yet, and beside a branch of that name for two things.
  const symbolic = await git(['symbolic-ref', '--quiet', 'HEAD'], { answers: [0, 1] });
  return asCurrent(symbolic.stdout.trim(), exitCode === 0 ? head : null);
}

function asCurrent(name: string, head: string | null): CurrentBranch {
  const branch = name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : null;
  return { branch, detached: branch === null, head };
}
