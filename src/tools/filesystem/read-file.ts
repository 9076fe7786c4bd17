import * as z from 'zod';
import { textContent } from '../../core/content.ts';
import { defineTool } from '../../core/tool.ts';

const MAX_BYTES = 10_485_760;

export const readFile = defineTool({
  name: 'read_file',
  pack: 'filesystem',
  title: 'Read a file',
  description:
    'Read a text file, or a page of it by lines. Binary files come as base64, images as images. For folders use list_directory.',
  input: z.strictObject({
    path: z.string().min(1).describe('File to read, absolute or relative to the current directory'),
    startLine: z.number().int().min(1).default(1).describe('First line'),
    maxLines: z.number().int().min(1).default(2000).describe('Most lines to return'),
    encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('base64 for raw bytes'),
    maxBytes: z.number().int().min(1).max(MAX_BYTES).default(MAX_BYTES).describe('Refuse a larger file'),
  }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    content: z.string().describe('The text, or base64'),
    encoding: z.enum(['utf-8', 'base64']).describe('How content is written'),
    mimeType: z.string().optional().describe('Set for images'),
    size: z.number().describe('Bytes of the whole file'),
    totalLines: z.number().describe('Lines of the whole file; 0 for binary'),
    truncated: z.boolean().describe('More lines follow; go on with startLine'),
    language: z.string().describe('Language by file name'),
    lastModified: z.string().describe('ISO time'),
    sha256: z.string().describe('Hash of the whole file'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  aliases: { ReadFileAsync: {}, 'filesystem/read': {}, readFile: {} },
  touches: ({ path }) => [{ kind: 'path', access: 'read', path }],
  run: (ctx, args) => ctx.files.read(args.path, args),
  toContent: (file) =>
    file.mimeType === undefined
      ? [textContent(file.content)]
      : [{ type: 'image', data: file.content, mimeType: file.mimeType }],
});
