import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { commitFields, filePath, reads, ref, repositoryPath } from './fields.ts';

const oneLine = ({ commits }: { commits: readonly { hash: string; subject: string }[] }): string =>
  commits.map(({ hash, subject }) => `${hash.slice(0, 7)} ${subject}`).join('\n');

const WORDS =
  'now today yesterday noon midnight tea never last ago one two three four five six seven eight nine ten'.split(
    ' ',
  );
const NAMES = (
  'january february march april may june july august september october november december ' +
  'monday tuesday wednesday thursday friday saturday sunday'
).split(' ');

/** git takes what it does not understand for now, and would find nothing without a word. */
const isDate = (text: string): boolean =>
  /\d/.test(text) ||
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(
      (word) => WORDS.includes(word) || (word.length >= 3 && NAMES.some((name) => name.startsWith(word))),
    );

export const gitLog = defineTool({
  name: 'git_log',
  pack: 'git',
  title: 'Git log',
  description: 'Commits, newest first. git_show tells what one changed.',
  input: z.strictObject({
    repositoryPath,
    maxCount: z.number().int().min(1).max(1000).default(10).describe('Maximum number of commits'),
    ref: ref.optional().describe('Start here, or a..b'),
    path: filePath.optional().describe('Only commits that touch this path'),
    since: z
      .string()
      .max(100)
      .refine(isDate, { error: 'is not a date git knows; write 2026-01-31 or "2 weeks ago"' })
      .optional()
      .describe('Date, or "2 weeks ago"'),
    author: z.string().max(200).optional().describe('Part of the name or email'),
  }),
  output: z.strictObject({ commits: z.array(z.strictObject(commitFields)).describe('Newest first') }),
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  isSandboxed: true,
  aliases: { GetLogAsync: { text: oneLine }, get_log: { text: oneLine } },
  touches: ({ repositoryPath: path }) => reads(path),
  run: async (ctx, { repositoryPath: path, ...options }) => ({
    commits: [...(await ctx.git.log(path, options))],
  }),
  toText: ({ commits }) =>
    commits
      .map(
        ({ hash, date, author, subject }) => `${hash.slice(0, 9)} ${date.slice(0, 10)} ${author}: ${subject}`,
      )
      .join('\n') || 'No commits.',
});
