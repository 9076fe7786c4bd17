import { ToolError } from '../../core/errors.ts';
import type { Finished } from '../process/process.ts';
import { withoutProgress } from './transfer-progress.ts';

const MAX_WORDS = 4000;

/** git's own words are the best there are; a few of them mean something a caller can act on. */
export function gitFailure(
  command: string,
  { exitCode, stdout, stderr }: Pick<Finished, 'exitCode' | 'stdout' | 'stderr'>,
  isChange: boolean,
): ToolError {
  // What a read printed before it failed may be the content of a file; a change says there what stands in its way.
  const said = [withoutProgress(stderr.text), isChange ? stdout.text.trim() : '']
    .filter((text) => text !== '')
    .join('\n');
  const words = (said || `exit code ${exitCode}`).replace(/^(fatal|error): /, '').slice(0, MAX_WORDS);
  const known = KNOWN_FAILURES.find(({ says }) => says.test(words));
  return new ToolError(known?.code ?? 'EXEC_FAILED', `${command}: ${words}`, { hint: known?.hint });
}

const KNOWN_FAILURES = [
  {
    says: /unknown revision|bad revision|ambiguous argument|Not a valid object name|not a valid (ref|commit)|invalid reference|no such ref|Needed a single revision|bad object|not a commit/i,
    code: 'NOT_FOUND',
    hint: 'git_list_branches and git_log name what there is.',
  },
  {
    says: /does not have any commits yet|does not exist in|no such path|did not match any file|exists on disk, but not in/i,
    code: 'NOT_FOUND',
    hint: undefined,
  },
  {
    says: /already exists|already checked out|already used by worktree/i,
    code: 'CONFLICT',
    hint: undefined,
  },
  {
    says: /would be overwritten|unmerged|needs merge|conflict|index\.lock|not fully merged|resolve your current index/i,
    code: 'CONFLICT',
    hint: 'get_git_status shows what is in the way.',
  },
  {
    says: /promisor|lazy fetch/i,
    code: 'UNAVAILABLE',
    hint: 'This is a partial clone and the objects are not here; a person can fetch them.',
  },
] as const;
