import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { filePath } from './fields.ts';

export const readFile = defineTool({
  name: 'context_read_file',
  pack: 'context',
  title: 'Read a source file',
  description:
    'Read a text file with its language, size and time, page by page if it is long. read_file also reads binary files.',
  input: z.strictObject({
    path: filePath,
    startLine: z.number().int().min(1).default(1).describe('First line'),
    startColumn: z
      .number()
      .int()
      .min(1)
      .default(1)
      .describe('Column to start at, for lines longer than a page'),
    maxLines: z.number().int().min(1).default(2000).describe('Maximum number of lines'),
  }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    content: z.string().describe('The text; base64 for a binary file'),
    language: z.string().describe('Language by file name'),
    encoding: z.string().describe('How the file is encoded'),
    size: z.number().describe('Bytes of the whole file'),
    lastModified: z.string().describe('ISO time'),
    totalLines: z.number().optional().describe('Lines of the whole file'),
    truncated: z.boolean().describe('More follows'),
    nextLine: z.number().optional().describe('startLine of the next page'),
    nextColumn: z.number().optional().describe('startColumn of the next page'),
  }),
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  touches: ({ path }) => [{ kind: 'path', access: 'read', path }],
  run: async (ctx, { path: named, ...page }) => {
    const file = await ctx.files.read(named, { ...page, encoding: 'utf-8' });
    const { hasBadBytes: _bad, mimeType: _mime, sha256: _hash, ...rest } = file;
    return rest;
  },
  toText: ({ content, truncated, nextLine, nextColumn }) =>
    truncated
      ? `${content}\n\n[More follows: startLine ${nextLine}${nextColumn === undefined ? '' : `, startColumn ${nextColumn}`}]`
      : content,
});
