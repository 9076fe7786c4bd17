import { ToolError } from '../../../core/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { pathArguments } from '../run/paths.ts';
import type { Git } from '../run/run-git.ts';
import { COMMIT_FORMAT, type Commit, parseCommits, parseLeadingCommit } from './commits.ts';
import { createHead, type Diff, type DiffOptions, PATCH_OPTIONS, toDiff } from './diff.ts';
import { parseDiff } from './parse-diff.ts';

export interface LogOptions {
  readonly maxCount: number;
  readonly ref?: string | undefined;
  readonly path?: string | undefined;
  readonly since?: string | undefined;
  readonly author?: string | undefined;
}

const LOG = ['log', '-z', '--no-show-signature', '--no-decorate', '--encoding=UTF-8', COMMIT_FORMAT] as const;

export async function readLog(git: Git, repository: Repository, options: LogOptions): Promise<Commit[]> {
  const { maxCount, ref, path, since, author } = options;
  const command = [
    ...LOG,
    `--max-count=${maxCount}`,
    ...(since === undefined ? [] : [`--since=${since}`]),
    // What is looked for is a name, not a pattern.
    ...(author === undefined ? [] : ['--fixed-strings', `--author=${author}`]),
    ...(ref === undefined ? [] : ['--end-of-options', ref]),
    ...(path === undefined ? ['--'] : pathArguments([path], repository)),
  ];
  try {
    return parseCommits((await git(command)).stdout);
  } catch (error) {
    if (ref === undefined && isWithoutCommits(error)) return [];
    throw error;
  }
}

const isWithoutCommits = (error: unknown): boolean =>
  error instanceof ToolError && /does not have any commits yet|bad default revision/.test(error.message);

/** A commit with what it changed; a merge is compared with the branch it was merged into. */
export async function readCommit(
  git: Git,
  ref: string,
  { maxBytes }: DiffOptions,
  isHidden: (path: string) => boolean,
): Promise<Commit & Diff> {
  if (/^\^|\.\./.test(ref))
    throw new ToolError('VALIDATION', `${ref} is a range, not one commit`, {
      hint: 'git_log lists the commits of a range; git_diff tells what they changed together.',
    });
  const head = createHead(8_388_608 + 4 * maxBytes);
  const command = [
    'show',
    '--no-show-signature',
    '--no-decorate',
    '--no-notes',
    '--encoding=UTF-8',
    '--diff-merges=first-parent',
    COMMIT_FORMAT,
    ...PATCH_OPTIONS,
    '--end-of-options',
    `${ref}^{commit}`,
    '--',
  ];
  await git(command, { onStdout: head.add });
  const { commit, rest } = parseLeadingCommit(head.read());
  return { ...commit, ...toDiff(parseDiff(rest, { isCut: head.isCut() }), maxBytes, isHidden) };
}
