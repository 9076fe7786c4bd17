import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import type { WorkingRepository } from '../repository/repository.ts';
import type { Git, GitOutput } from '../run/run-git.ts';
import { createHead } from './diff.ts';
import type { ParsedStatus, StatusEntry } from './parse-status.ts';
import { readEntries } from './status.ts';
import { stoppedCommit } from './stopped-commit.ts';

export interface CommitOptions {
  readonly message: string;
  readonly amend: boolean;
}

export interface Committed {
  /** Of the new commit; absent where there is none. */
  readonly hash?: string;
  readonly branch: string | null;
  readonly filesChanged: number;
  /** What git and the hooks printed. */
  readonly output: string;
}

export async function commitStaged(
  git: Git,
  repository: WorkingRepository,
  { message, amend }: CommitOptions,
  judged?: string,
): Promise<Committed> {
  const status = await readEntries(git);
  checkReady(repository, status, amend);
  if (judged !== undefined && judged !== stateOf(status))
    throw new ToolError('CONFLICT', `What is staged in ${repository.top} changed before it was committed`, {
      retryable: true,
      hint: 'Call again; the person is then asked about it as it is.',
    });
  const isSignedApart = git.isSignedApart('commit');
  const command = [
    ...['commit', '--quiet', '--cleanup=whitespace', '--file=-'],
    ...(amend ? ['--amend'] : []),
    ...(isSignedApart ? ['--no-gpg-sign'] : []),
  ];
  const printed = createHead(MOST_PRINTED);
  const done = await git(command, {
    stdin: message,
    isChange: true,
    hooks: true,
    // Whatever exit code: what git and the hooks said is the answer.
    answers: ANY_EXIT,
    onStderr: printed.add,
  }).catch((error) => {
    const staged = status.entries.filter(isStaged).length;
    throw stoppedCommit(error, repository, { ...status, staged, output: printed.read().trim() });
  });
  const output = [done.stdout.trim(), done.stderr.trim()].filter((text) => text !== '').join('\n');
  if (done.exitCode !== 0) throw refused(done, output, status);
  if (isSignedApart) await signLast(git, status);
  const [newHash = '', ...files] = (await git(LAST_COMMIT)).stdout
    .split('\0')
    .filter((field) => field !== '');
  return { hash: newHash.trim(), branch: status.branch ?? null, filesChanged: files.length, output };
}

/** The same commit with a signature, where no hook runs; without one it is taken back, and stays staged. */
async function signLast(git: Git, status: ParsedStatus): Promise<void> {
  const command = ['commit', '--amend', '--no-edit', '--quiet', '--cleanup=whitespace', '--allow-empty'];
  const signed = await git([...command, '--gpg-sign'], { isChange: true, signs: true, answers: ANY_EXIT });
  if (signed.exitCode === 0) return;
  const back =
    status.head === undefined ? ['update-ref', '-d', 'HEAD'] : ['reset', '--soft', '--quiet', status.head];
  await git(back, { isChange: true });
  throw refused(signed, signed.stderr.trim(), status);
}

/** Of what is printed by a commit that does not end. */
const MOST_PRINTED = 65_536;
const ANY_EXIT = Array.from({ length: 256 }, (_, i) => i);
const LAST_COMMIT = [
  'show',
  '--format=%H',
  '--name-only',
  '-z',
  '--no-show-signature',
  '--no-ext-diff',
  '--no-textconv',
  '--find-renames',
  '--ignore-submodules=dirty',
  '--diff-merges=first-parent',
  'HEAD',
  '--',
] as const;

const isStaged = ({ kind, xy }: StatusEntry): boolean =>
  kind !== 'untracked' && kind !== 'unmerged' && xy[0] !== '.';

/** While one of these files is there, git amends nothing. */
const UNFINISHED = [
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
] as const;

function checkReady(
  { top, gitDir }: WorkingRepository,
  { entries, head }: ParsedStatus,
  amend: boolean,
): void {
  const conflicted = entries.filter(({ kind }) => kind === 'unmerged').map(({ path }) => path);
  if (conflicted.length > 0) {
    throw new ToolError(
      'CONFLICT',
      `Files in ${top} are in conflict: ${conflicted.slice(0, 20).join(', ')}`,
      {
        hint: 'Resolve them and stage them with git_add first.',
      },
    );
  }
  if (amend && head === undefined)
    throw new ToolError('CONFLICT', `There is no commit in ${top} to amend`, {
      hint: 'Commit without amend.',
    });
  const [, unfinished] = UNFINISHED.find(([file]) => amend && existsSync(join(gitDir, file))) ?? [];
  if (unfinished !== undefined)
    throw new ToolError(
      'CONFLICT',
      `A ${unfinished} is in progress in ${top}, so there is nothing to amend`,
      {
        hint: 'Commit without amend to finish it.',
      },
    );
  // A merge may be committed without a change of its own.
  if (amend || entries.some(isStaged) || existsSync(join(gitDir, 'MERGE_HEAD'))) return;
  const waiting = entries.length;
  throw new ToolError('CONFLICT', `Nothing is staged in ${top}`, {
    hint:
      waiting === 0
        ? 'There are no changes at all.'
        : `Stage some of the ${waiting} changed files with git_add.`,
  });
}

function refused({ exitCode }: GitOutput, output: string, { branch }: ParsedStatus): ToolError {
  const isUnsigned = /failed to sign/i.test(output);
  const isAnonymous = /tell me who you are|empty ident|auto-detect email|user\.useConfigOnly/i.test(output);
  const isLocked = /index\.lock/.test(output);
  return new ToolError(
    isLocked ? 'CONFLICT' : 'EXEC_FAILED',
    `git commit refused with exit code ${exitCode}`,
    {
      hint: isAnonymous
        ? 'A person sets who commits: git config user.name and user.email.'
        : isUnsigned
          ? 'Commits are signed here (commit.gpgSign), and that did not work; a person can set it up.'
          : 'What git or a hook said follows.',
      ...(isLocked && { retryable: true }),
      data: { branch: branch ?? null, filesChanged: 0, output },
    },
  );
}

/** What a commit would hold right now: HEAD and every staged difference from it. Fails where none could be made. */
export async function commitState(
  git: Git,
  repository: WorkingRepository,
  { amend }: Pick<CommitOptions, 'amend'>,
): Promise<string> {
  const status = await readEntries(git);
  checkReady(repository, status, amend);
  return stateOf(status);
}

function stateOf({ head, branch, entries }: ParsedStatus): string {
  const staged = entries
    .filter(isStaged)
    .map(({ path, from, xy, staged: content }) => [path, from, xy[0], content]);
  return hash('sha256', JSON.stringify([head, branch, staged]));
}
