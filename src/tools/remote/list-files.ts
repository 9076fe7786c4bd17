import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { host, hostPreview, onHost, remotePath, touchesHost } from './fields.ts';

const entry = z.strictObject({
  name: z.string().describe('Relative to the listed directory'),
  path: z.string().describe('Absolute path'),
  type: z.enum(['file', 'directory', 'symlink', 'other']).describe('What it is'),
  size: z.number().describe('Bytes'),
  mode: z.string().describe('Permissions, octal'),
  owner: z.string().describe('Its user'),
  group: z.string().describe('Its group'),
  modified: z.string().describe('ISO time'),
});

export const listFiles = defineTool({
  name: 'acp_remote_list_files',
  pack: 'remote',
  title: 'List remote files',
  description:
    'List a directory of a remote machine, or all below it with recursive. Directories end with /.',
  input: z.strictObject({
    host,
    path: remotePath.describe('Directory; ~ is the home'),
    recursive: z.boolean().default(false).describe('Everything below it'),
    includeHidden: z.boolean().default(true).describe('Names that start with a dot'),
    limit: z.number().int().min(1).max(50_000).default(2000).describe('Most entries'),
    maxDepth: z.number().int().min(1).max(100).optional().describe('Levels of a recursive listing'),
  }),
  output: z.strictObject({
    path: z.string().describe('The directory'),
    entries: z.array(entry).describe('Directories first, then by name'),
    truncated: z.boolean().describe('There are more'),
  }),
  effects: ['read'],
  risk: ({ host: name }, judge) => onHost(judge, name, { risk: 'SAFE', reasons: [] }),
  timeoutMs: 60_000,
  touches: touchesHost,
  preview: async ({ host: name, path }, ctx) => hostPreview(`List ${path}`, name, ctx),
  run: async (ctx, { host: name, path, ...options }) => {
    const { entries, ...listing } = await ctx.remote.list(name, path, options);
    return { ...listing, entries: [...entries] };
  },
  toText: ({ entries, truncated }) =>
    [
      ...entries.map(({ name, type }) => onOneLine(type === 'directory' ? `${name}/` : name)),
      ...(entries.length === 0 ? ['[empty]'] : []),
      ...(truncated ? [`[more than ${entries.length} entries; list a part of it, or raise limit]`] : []),
    ].join('\n'),
});

/** A name may hold a line break, and would pass for two. */
const onOneLine = (name: string): string => (/\p{Cc}/u.test(name) ? JSON.stringify(name) : name);
