import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { shownName } from '../../core/text/shown-name.ts';
import { defineTool } from '../../core/tool/tool.ts';

const match = z.strictObject({
  path: z.string().describe('Relative to the current directory if inside it'),
  line: z.number().describe('From 1'),
  column: z.number().describe('Of the first match, from 1, in UTF-16 units'),
  text: z.string().describe('The line; long lines are cut around the match'),
  before: z.array(z.string()).describe('Lines before it'),
  after: z.array(z.string()).describe('Lines after it'),
});

type Found = { path: string; line: number; column: number; text: string; before: string[]; after: string[] };

export const searchText = defineTool({
  name: 'search_text',
  pack: 'filesystem',
  title: 'Search file contents',
  description:
    'Search file contents with ripgrep, skipping binary and ignored files. search_files finds names.',
  input: z.strictObject({
    query: z.string().min(1).max(4096).describe('Text to find'),
    path: z.string().default('.').describe('Directory or file'),
    glob: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('Only these files: *.ts, src/**; !*.md excludes'),
    regex: z.boolean().default(false).describe('query is a regular expression'),
    caseSensitive: z
      .union([z.boolean(), z.literal('smart')])
      .default('smart')
      .describe('smart: only if query has capitals'),
    contextLines: z.number().int().min(0).max(20).default(0).describe('Lines around a match'),
    limit: z.number().int().min(1).max(2000).default(200).describe('Maximum number of matches'),
    includeIgnored: z.boolean().default(false).describe('Also search ignored files'),
  }),
  output: z.strictObject({
    matches: z.array(match).describe('Sorted by path and line'),
    filesSearched: z.number().describe('Files searched; a lower bound if truncated'),
    truncated: z.boolean().describe('There are more'),
    secretFilesSkipped: z.number().describe('Files skipped because they may hold secrets'),
    note: z.string().optional().describe('What was not searched'),
  }),
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  touches: ({ path }) => [{ kind: 'path', access: 'read', path }],
  run: async (ctx, { path, glob = [], ...query }) => {
    const globs = typeof glob === 'string' ? [glob] : glob;
    const { matches, ...rest } = await ctx.search.text(path, { ...query, globs });
    return {
      matches: matches.map((one) => ({ ...one, before: [...one.before], after: [...one.after] })),
      ...rest,
    };
  },
  toText: ({ matches, filesSearched, truncated, secretFilesSkipped, note }) =>
    [
      ...(matches.length > 0 ? shownByFile(matches) : [`No match in ${counted(filesSearched, 'file')}`]),
      ...(truncated ? ['More matches: narrow query, path or glob, or raise limit'] : []),
      ...(secretFilesSkipped > 0 ? [`${counted(secretFilesSkipped, 'secret-like file')} not searched`] : []),
      ...(note === undefined ? [] : [note]),
    ].join('\n'),
});

/** Each path and each line once; lines of context have no column. */
function shownByFile(matches: readonly Found[]): string[] {
  let last = { path: '', line: 0 };
  return matches.flatMap(({ path, line, column, text, before, after }, i) => {
    const isSame = last.path === path;
    const next = matches[i + 1]?.path === path ? (matches[i + 1]?.line ?? 0) : Number.POSITIVE_INFINITY;
    const context = (words: string, at: number): string[] =>
      at >= next || (isSame && at <= last.line) ? [] : [`${at}- ${words}`];
    const shown = [
      ...(isSame ? [] : [shownName(path)]),
      ...before.flatMap((words, j) => context(words, line - before.length + j)),
      `${line}:${column} ${text}`,
      ...after.flatMap((words, j) => context(words, line + 1 + j)),
    ];
    last = { path, line: Math.min(line + after.length, next - 1) };
    return shown;
  });
}
