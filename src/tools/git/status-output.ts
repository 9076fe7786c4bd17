import * as z from 'zod';
import type { Status } from '../../engines/git/verbs/status.ts';

const pathList = z.array(z.string());

export const statusOutput = z.strictObject({
  root: z.string().describe('Top of the repository; paths are relative to it'),
  branch: z.string().nullable().describe('null if HEAD is detached'),
  detached: z.boolean().describe('HEAD is detached'),
  head: z.string().nullable().describe('Hash; null before the first commit'),
  upstream: z.string().nullable().describe('Upstream branch'),
  upstreamGone: z.boolean().optional().describe('The upstream branch was deleted'),
  ahead: z.number().describe('Commits not in the upstream'),
  behind: z.number().describe('Upstream commits missing here'),
  staged: pathList.describe('Differ between HEAD and index'),
  modified: pathList.describe('Differ between index and working tree'),
  deleted: pathList.describe('Deleted in either'),
  renamed: z
    .array(z.strictObject({ from: z.string().describe('Old path'), to: z.string().describe('New path') }))
    .describe('Staged renames and copies'),
  untracked: pathList.describe('Not in git; a directory ends with "/"'),
  conflicted: pathList.describe('Not merged yet'),
  clean: z.boolean().describe('Nothing changed or untracked'),
  operation: z
    .enum(['merge', 'rebase', 'cherry-pick', 'revert', 'bisect', 'am'])
    .optional()
    .describe('Operation in progress'),
  progress: z.string().optional().describe('Its progress, like 2/5'),
  stashes: z.number().describe('Number of stashes'),
  bare: z.boolean().describe('Has no working tree'),
  shallow: z.boolean().describe('History is cut off'),
  truncated: z.boolean().describe('The lists were cut'),
  raw: z.string().describe('Output of git status --porcelain'),
});
export type StatusOutput = z.output<typeof statusOutput>;

const MOST = 1000;

/** A build directory nobody ignored must not fill the answer. */
export function toStatusOutput(status: Status): StatusOutput {
  const { staged, modified, deleted, renamed, untracked, conflicted, raw, ...facts } = status;
  const lines = raw.split('\n');
  const isTruncated = lines.length - 1 > MOST;
  const first = <T>(list: readonly T[]): T[] => list.slice(0, MOST);
  return {
    ...facts,
    staged: first(staged),
    modified: first(modified),
    deleted: first(deleted),
    renamed: first(renamed),
    untracked: first(untracked),
    conflicted: first(conflicted),
    truncated: isTruncated,
    raw: isTruncated ? `${lines.slice(0, MOST).join('\n')}\n` : raw,
  };
}

export function statusText(status: StatusOutput): string {
  const { branch, head, upstream, ahead, behind, operation, progress, stashes, bare, truncated, raw } =
    status;
  const follows = upstream === null ? '' : `...${upstream}`;
  const apart = [
    status.upstreamGone ? 'gone' : '',
    ahead > 0 ? `ahead ${ahead}` : '',
    behind > 0 ? `behind ${behind}` : '',
  ]
    .filter(Boolean)
    .join(', ');
  const notes = [
    ...(head === null ? ['no commits yet'] : []),
    ...(operation === undefined
      ? []
      : [`${operation} in progress${progress === undefined ? '' : `, step ${progress}`}`]),
    ...(stashes > 0 ? [`${stashes} stashed`] : []),
    ...(bare ? ['bare'] : []),
  ];
  return [
    `## ${branch ?? `detached at ${head?.slice(0, 9)}`}${follows}${apart === '' ? '' : ` [${apart}]`}`,
    ...notes,
    raw.trimEnd() || 'clean',
    ...(truncated ? [`Only the first ${MOST} are shown.`] : []),
  ].join('\n');
}
