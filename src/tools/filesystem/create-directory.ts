import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

export const createDirectory = defineTool({
  name: 'create_directory',
  pack: 'filesystem',
  title: 'Create a directory',
  description: 'Create a directory and any missing parents.',
  input: z.strictObject({ path: z.string().min(1).describe('Directory') }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    created: z.boolean().describe('false: it already existed'),
  }),
  effects: ['write'],
  risk: 'LOW',
  isCore: true,
  aliases: { CreateDirectory: { text: () => '' } },
  touches: ({ path }) => [{ kind: 'path', access: 'create', path }],
  run: (ctx, { path }) => ctx.files.makeDirectory(path),
  toText: ({ path, created }) => (created ? `Created ${path}` : `${path} was there already`),
});
