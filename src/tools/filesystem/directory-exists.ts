import * as z from 'zod';
import { defineTool } from '../../core/tool.ts';

export const directoryExists = defineTool({
  name: 'directory_exists',
  pack: 'filesystem',
  title: 'Is there a directory',
  description: 'Whether there is a directory at a path; links are followed.',
  input: z.strictObject({ path: z.string().min(1).describe('Path to look at') }),
  output: z.strictObject({
    exists: z.boolean().describe('There is a directory'),
    type: z.enum(['file', 'directory', 'symlink', 'other']).optional().describe('What is there, if anything'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  aliases: { DirectoryExists: { text: ({ exists }) => String(exists) } },
  touches: ({ path }) => [{ kind: 'path', access: 'list', path }],
  run: async (ctx, { path }) => {
    const type = await ctx.files.typeAt(path);
    return { exists: type === 'directory', ...(type !== undefined && { type }) };
  },
  toText: ({ exists }) => String(exists),
});
