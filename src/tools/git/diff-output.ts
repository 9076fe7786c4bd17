import * as z from 'zod';
import type { Diff } from '../../engines/git/verbs/diff.ts';

const file = z.strictObject({
  path: z.string().describe('Relative to the top of the repository'),
  from: z.string().optional().describe('Old path, if renamed or copied'),
  change: z
    .enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type-changed', 'unmerged'])
    .describe('What happened to it'),
  insertions: z.number().describe('Lines added'),
  deletions: z.number().describe('Lines removed'),
  isBinary: z.boolean().describe('A binary file'),
  omitted: z.enum(['secret', 'budget']).optional().describe('Why its patch is not shown, or not all of it'),
});

/** What every tool that shows changes answers. */
export const diffFields = {
  diff: z.string().describe('The patch'),
  filesChanged: z.number().describe('Number of files'),
  insertions: z.number().describe('Lines added in all'),
  deletions: z.number().describe('Lines removed in all'),
  files: z.array(file).describe('All files, even if the patch was cut'),
  truncated: z.boolean().describe('The patch was cut; ask again with paths or a larger maxBytes'),
  hasChanges: z.boolean().describe('There is a difference'),
  secretFiles: z.number().describe('Files left out because they may hold secrets'),
};

export const diffOutput = z.strictObject(diffFields);
export type DiffOutput = z.output<typeof diffOutput>;

export const toDiffOutput = (diff: Diff): DiffOutput => ({ ...diff, files: [...diff.files] });

/** Statistics first: they say what to ask for where the patch is cut. */
export function diffText({
  diff,
  filesChanged,
  insertions,
  deletions,
  files,
  truncated,
}: DiffOutput): string {
  if (filesChanged === 0) return 'No changes.';
  const cut = files.filter(({ omitted }) => omitted === 'budget').map(({ path }) => path);
  const secret = files.filter(({ omitted }) => omitted === 'secret').map(({ path }) => path);
  return [
    `${filesChanged} ${filesChanged === 1 ? 'file' : 'files'}, +${insertions} -${deletions}`,
    ...(secret.length > 0 ? [`Not shown, may hold secrets or refused by a rule: ${listed(secret)}`] : []),
    ...(truncated ? [`Not shown in full, ask with paths or a larger maxBytes: ${listed(cut)}`] : []),
    '',
    diff,
  ].join('\n');
}

const SHOWN = 50;
const listed = (names: readonly string[]): string =>
  names.length <= SHOWN
    ? names.join(', ')
    : `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`;
