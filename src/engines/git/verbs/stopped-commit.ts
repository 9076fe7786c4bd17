import { join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import type { Repository } from '../repository/repository.ts';

interface Before {
  readonly head: string | undefined;
  readonly branch: string | undefined;
  /** Number of staged files. */
  readonly staged: number;
  /** What was printed until it was stopped. */
  readonly output: string;
}

/** A commit that ran out of time, most likely in a hook; one that runs after the commit does not take it back. */
export function stoppedCommit(
  error: unknown,
  repository: Repository,
  { head, branch, staged, output }: Before,
): unknown {
  if (!(error instanceof ToolError && error.code === 'TIMEOUT')) return error;
  const now = looseHead(repository);
  const isMade = now !== undefined && now !== head;
  return new ToolError('TIMEOUT', 'git commit took too long and was stopped', {
    hint: isMade
      ? 'The commit was made; a hook that runs after it did not end. What was printed follows.'
      : 'Give more time with timeoutMs. What git or a hook printed follows.',
    data: {
      ...(isMade && { hash: now }),
      branch: branch ?? null,
      filesChanged: isMade ? staged : 0,
      output,
    },
    cause: error,
  });
}

/** Read from its file: there is no time left to ask git, and a new commit is never among the packed refs. */
function looseHead({ gitDir, commonDir }: Repository): string | undefined {
  const head = lineOf(join(gitDir, 'HEAD'));
  const [, branch] = /^ref: (refs\/heads\/(?!.*\.\.).+)$/.exec(head) ?? [];
  const hash = branch === undefined ? head : lineOf(join(commonDir, branch));
  return /^[0-9a-f]{40,64}$/.test(hash) ? hash : undefined;
}

const lineOf = (path: string): string =>
  readIfSmall(path, { followsLink: true, mostBytes: 1000 })?.trim() ?? '';
