import { type ErrorCode, ToolError } from '../../../core/errors.ts';
import type { Finished } from '../../process/process.ts';
import { withoutProgress } from './transfer-progress.ts';

const MAX_WORDS = 4000;

type Ended = Pick<Finished, 'exitCode' | 'stdout' | 'stderr'>;

/** git's own words are the best there are; a few of them mean something a caller can act on. */
export function gitFailure(command: string, ended: Ended, isChange: boolean): ToolError {
  const words = wordsOf(ended, isChange) || `exit code ${ended.exitCode}`;
  const known = KNOWN_FAILURES.find(({ says }) => says.test(words));
  return new ToolError(known?.code ?? 'EXEC_FAILED', `${command}: ${words}`, {
    hint: known?.hint,
    retryable: known?.retryable,
  });
}

/** What was printed before the end says where it hangs: in a hook, or with the remote. */
export function gitTimeout(command: string, ended: Ended, isChange: boolean): ToolError {
  const words = wordsOf(ended, isChange);
  const printed = words === '' ? 'It printed nothing.' : `It printed:\n${words}`;
  return new ToolError('TIMEOUT', `${command} took too long and was stopped. ${printed}`, {
    hint: 'Give more time with timeoutMs where the tool has it.',
  });
}

/** What git tells a person at a terminal: it names commands that nobody can give here. */
export const ADVICE = /^hint:.*(\n|$)/gm;

function wordsOf({ stdout, stderr }: Ended, isChange: boolean): string {
  // What a read printed before it failed may be the content of a file; a change says there what stands in its way.
  return (
    [withoutProgress(stderr.text), isChange ? stdout.text.trim() : '']
      .filter((text) => text !== '')
      .join('\n')
      .replace(/^(fatal|error): /, '')
      .replace(ADVICE, '')
      // What we add to a name so that it can only mean a commit, or no pattern, is not what the caller wrote.
      .replaceAll('^{commit}', '')
      .replace(/:\(literal(,prefix:\d+)?\)/g, '')
      .trimEnd()
      .slice(0, MAX_WORDS)
  );
}

interface KnownFailure {
  readonly says: RegExp;
  readonly code: ErrorCode;
  readonly hint: string;
  readonly retryable?: boolean;
}

const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    says: /(bad revision|not a valid object name:?|no such ref:|ambiguous argument) '?HEAD'?(:|$)|initial commit yet/im,
    code: 'NOT_FOUND',
    hint: 'There are no commits yet; git_commit makes the first.',
  },
  {
    says: /cannot switch branch while/i,
    code: 'CONFLICT',
    hint: 'get_git_status shows what is in progress; git_commit finishes a merge.',
  },
  {
    says: /ignored by one of your/i,
    code: 'EXEC_FAILED',
    hint: 'Nothing was staged. Leave these out, or change what .gitignore says of them.',
  },
  {
    says: /a branch is expected, got remote branch/i,
    code: 'VALIDATION',
    hint: 'Name it without the remote for a local branch that follows it, or look at it with detach:true.',
  },
  {
    says: /a branch is expected, got/i,
    code: 'VALIDATION',
    hint: 'Check it out with detach:true, or make a branch there with git_create_branch.',
  },
  {
    says: /is not a valid branch name/i,
    code: 'VALIDATION',
    hint: 'Give another name.',
  },
  {
    says: /ambiguous object name/i,
    code: 'VALIDATION',
    hint: 'A branch and a tag have this name: write heads/NAME or tags/NAME.',
  },
  {
    says: /no upstream configured|does not point to a branch|log for \S{1,500} (?:only has|is empty)/i,
    code: 'NOT_FOUND',
    hint: 'Name a branch or a hash; git_list_branches and git_log name what there is.',
  },
  {
    says: /outside of your sparse-checkout/i,
    code: 'CONFLICT',
    hint: 'Nothing was staged. Leave these out; a person can widen the checkout with git sparse-checkout add.',
  },
  {
    says: /must be run in a work tree/i,
    code: 'CONFLICT',
    hint: 'A bare repository has no files: compare two commits, as a..b.',
  },
  {
    says: /cannot lstat/i,
    code: 'NOT_FOUND',
    hint: 'The file is not in the working tree; name the commit to look in with ref.',
  },
  {
    says: /is in submodule/i,
    code: 'VALIDATION',
    hint: 'Call it with the submodule as the repository.',
  },
  {
    says: /unknown revision|bad revision|ambiguous argument|Not a valid object name|not a valid (ref|commit)|invalid reference|no such ref|Needed a single revision|bad object|not a commit/i,
    code: 'NOT_FOUND',
    hint: 'git_list_branches and git_log name what there is.',
  },
  {
    says: /does not have any commits yet/i,
    code: 'NOT_FOUND',
    hint: 'git_commit makes the first.',
  },
  {
    says: /path '[^']*\ufffd/,
    code: 'NOT_FOUND',
    hint: 'A file name that is not UTF-8 cannot be passed here; use the directory that contains it.',
  },
  {
    says: /does not exist in|no such path|did not match any file|exists on disk, but not in/i,
    code: 'NOT_FOUND',
    hint: 'Paths start at the directory that was named as the repository; get_git_status names what changed.',
  },
  {
    says: /could not restore untracked files from stash/i,
    code: 'CONFLICT',
    hint: 'Untracked files are in the way. What was tracked may be restored already, and the stash is kept: get_git_status shows it. Move those files away, take the restored changes back, and try again.',
  },
  {
    says: /already checked out|already used by worktree/i,
    code: 'CONFLICT',
    hint: 'list_worktrees shows where it is checked out: work there, or take another branch.',
  },
  {
    says: /a branch named .{0,500} already exists/i,
    code: 'CONFLICT',
    hint: 'git_switch without create checks it out; else give another name.',
  },
  {
    says: /exists; cannot create/i,
    code: 'CONFLICT',
    hint: 'One name would be a directory inside the other; give another name.',
  },
  {
    says: /already exists/i,
    code: 'CONFLICT',
    hint: 'Give another name or place.',
  },
  {
    says: /\.lock.: File exists/i,
    code: 'CONFLICT',
    retryable: true,
    hint: 'Another git works here; try again. If none does, a person can remove that file.',
  },
  {
    says: /would be overwritten|unmerged|needs merge|conflict|not fully merged|resolve your current index/i,
    code: 'CONFLICT',
    hint: 'get_git_status shows what is in the way.',
  },
  {
    says: /promisor|lazy fetch/i,
    code: 'UNAVAILABLE',
    hint: 'This is a partial clone and the objects are not here; a person can fetch them.',
  },
];
