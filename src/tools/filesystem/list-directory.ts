import * as z from 'zod';
import { shownName } from '../../core/text/shown-name.ts';
import { defineTool } from '../../core/tool/tool.ts';

const entry = z.strictObject({
  name: z.string().describe('Name, or path below the listed directory'),
  path: z.string().describe('Absolute path'),
  type: z.enum(['file', 'directory', 'symlink', 'other']).describe('Kind'),
  size: z.number().describe('Bytes'),
  modified: z.string().describe('ISO time'),
});

export const listDirectory = defineTool({
  name: 'list_directory',
  pack: 'filesystem',
  title: 'List a directory',
  description: 'List a directory, page by page in a fixed order.',
  input: z.strictObject({
    path: z.string().min(1).describe('Directory, absolute or relative'),
    recursive: z.boolean().default(false).describe('Include everything below'),
    includeHidden: z.boolean().default(true).describe('Include names that start with a dot'),
    limit: z.number().int().min(1).max(10_000).default(1000).describe('Entries per page'),
    cursor: z.string().optional().describe('nextCursor of the previous page'),
  }),
  output: z.strictObject({
    entries: z.array(entry).describe('Sorted by name'),
    truncated: z.boolean().describe('More follow'),
    nextCursor: z.string().optional().describe('For the next page'),
    note: z.string().optional().describe('What could not be read or named'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  aliases: {
    ListDirectory: { text: ({ entries }) => JSON.stringify(entries.map(({ name }) => name)) },
    'filesystem/list': { text: ({ entries }) => JSON.stringify(entries.map(({ name }) => name)) },
  },
  touches: ({ path }) => [{ kind: 'path', access: 'list', path }],
  run: (ctx, args) => {
    const { entries, ...rest } = ctx.files.list(args.path, args);
    return { entries: [...entries], ...rest };
  },
  toText: ({ entries, nextCursor, note }) =>
    [
      ...entries.map(({ name, type, size }) => {
        const shown = shownName(name);
        if (type === 'directory') return `${shown}/`;
        return `${shown}  ${type === 'file' ? size : type}`;
      }),
      ...(note === undefined ? [] : [note]),
      ...(nextCursor === undefined ? [] : [`More follow: cursor ${nextCursor}`]),
    ].join('\n') || '(empty)',
});
