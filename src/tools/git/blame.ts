import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { filePath, readsFiles, ref, repositoryPath } from './fields.ts';

const PAGE = 200;

const line = z.strictObject({
  line: z.number().describe('Number'),
  hash: z.string().describe('Commit that last changed it; zeros if not committed'),
  author: z.string().describe('Who wrote it'),
  date: z.string().describe('When, ISO'),
  subject: z.string().describe('First line of the message'),
  text: z.string().describe('The line'),
});

export const gitBlame = defineTool({
  name: 'git_blame',
  pack: 'git',
  title: 'Git blame',
  description: 'Which commit and author last changed each line of a file.',
  input: z.strictObject({
    repositoryPath,
    path: filePath.describe('The file'),
    ref: ref.optional().describe('As of this commit'),
    startLine: z.number().int().min(1).default(1).describe('First line'),
    endLine: z.number().int().min(1).optional().describe(`Last line; default: ${PAGE} lines`),
  }),
  output: z.strictObject({
    path: z.string().describe('Relative to the top of the repository'),
    lines: z.array(line).describe('In order'),
    truncated: z.boolean().describe('More lines follow; continue with startLine'),
  }),
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isSandboxed: true,
  touches: ({ repositoryPath: repository, path }) => readsFiles(repository, [path]),
  run: async (ctx, { repositoryPath: repository, endLine, ...options }) => {
    const last = endLine ?? options.startLine + PAGE - 1;
    if (last < options.startLine)
      throw new ToolError('VALIDATION', `endLine ${last} comes before startLine ${options.startLine}`);
    const { lines, ...rest } = await ctx.git.blame(repository, { ...options, endLine: last });
    return { ...rest, lines: [...lines] };
  },
  toText: ({ lines, truncated }) =>
    [
      ...lines.map(
        ({ line: number, hash, author, date, text }) =>
          `${hash.slice(0, 8)} ${date.slice(0, 10)} ${author.slice(0, 20)} ${number}| ${text}`,
      ),
      ...(truncated ? [`More follow: startLine ${(lines.at(-1)?.line ?? 0) + 1}`] : []),
    ].join('\n') || '(empty)',
});
