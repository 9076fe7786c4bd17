import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

export const fileExists = defineTool({
  name: 'file_exists',
  pack: 'filesystem',
  title: 'Check for a file',
  description: 'Check whether a file exists. Follows links.',
  input: z.strictObject({ path: z.string().min(1).describe('Path to check') }),
  output: z.strictObject({
    exists: z.boolean().describe('A file exists there'),
    type: z.enum(['file', 'directory', 'symlink', 'other']).optional().describe('What is there, if anything'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  aliases: { FileExists: { text: ({ exists }) => String(exists) } },
  touches: ({ path }) => [{ kind: 'path', access: 'list', path }],
  run: async (ctx, { path }) => {
    const type = await ctx.files.typeAt(path);
    return { exists: type === 'file', ...(type !== undefined && { type }) };
  },
  toText: ({ exists }) => String(exists),
});
