import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { pageContent } from './page-content.ts';

const MAX_BYTES = 10_485_760;
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'base64'] as const;

const output = z.strictObject({
  path: z.string().describe('Absolute path'),
  content: z.string().describe('The text without a byte order mark, numbered if asked; or base64'),
  encoding: z.enum(ENCODINGS).describe('How the file is encoded; base64: it is binary'),
  hasBadBytes: z.boolean().optional().describe('Some bytes are not UTF-8; each shows as U+FFFD'),
  mimeType: z.string().optional().describe('Set for images'),
  size: z.number().describe('Bytes of the whole file'),
  totalLines: z.number().optional().describe('Lines of the whole file; above 10 MB only on the last page'),
  truncated: z.boolean().describe('More follows'),
  nextLine: z.number().optional().describe('startLine of the next page'),
  nextColumn: z.number().optional().describe('startColumn of the next page'),
  language: z.string().describe('Language by file name'),
  lastModified: z.string().describe('ISO time'),
  sha256: z.string().optional().describe('Hash of the whole file; none above 10 MB'),
});

export const readFile = defineTool({
  name: 'read_file',
  pack: 'filesystem',
  title: 'Read a file',
  description:
    'Read a text file, page by page if it is long. Binary files come as base64, images as images. For folders use list_directory.',
  input: z.strictObject({
    path: z.string().min(1).describe('File, absolute or relative to the current directory'),
    startLine: z.number().int().min(1).default(1).describe('First line'),
    startColumn: z
      .number()
      .int()
      .min(1)
      .default(1)
      .describe('Column to start at, for lines longer than a page'),
    maxLines: z.number().int().min(1).default(2000).describe('Maximum number of lines'),
    lineNumbers: z.boolean().default(false).describe('Number the lines; leave the numbers out of edits'),
    encoding: z.enum(ENCODINGS).default('utf-8').describe('utf-8: detect it; base64: raw bytes'),
    maxBytes: z
      .number()
      .int()
      .min(1)
      .max(MAX_BYTES)
      .optional()
      .describe('Maximum page size; larger binary files are refused'),
  }),
  output,
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  aliases: { ReadFileAsync: {}, 'filesystem/read': {}, readFile: {} },
  touches: ({ path }) => [{ kind: 'path', access: 'read', path }],
  run: (ctx, args) => ctx.files.read(args.path, args),
  toContent: (file) => pageContent(file, (path) => pathToFileURL(path).href),
});
