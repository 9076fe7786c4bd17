import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  pack: 'filesystem',
  title: 'Delete a file',
  description: 'Delete a file or a link; restore_file brings it back from the trash.',
  input: z.strictObject({
    path: z.string().min(1).describe('File; for a link, the link itself'),
    toTrash: z.boolean().default(true).describe('false: delete permanently'),
  }),
  output: z.strictObject({
    path: z.string().describe('Old absolute path'),
    deleted: z.boolean().describe('It was deleted'),
    trashPath: z.string().optional().describe('For restore_file'),
  }),
  effects: ['delete'],
  risk: 'HIGH',
  isCore: true,
  aliases: { DeleteFile: { text: () => '' } },
  touches: ({ path }) => [{ kind: 'path', access: 'delete', path }],
  preview: async ({ path, toTrash }, ctx) => {
    const { type, size } = await ctx.files.info(path);
    return `${toTrash ? 'To the trash' : 'Gone for good'}: ${type} ${path}, ${counted(size, 'byte')}`;
  },
  effect: ({ path }, ctx) => ctx.files.stateOf(path),
  run: (ctx, { path, toTrash }) => ctx.files.delete(path, { toTrash }),
  toText: ({ path, trashPath }) =>
    trashPath === undefined
      ? `Deleted ${path}`
      : `Deleted ${path}; restore_file brings it back: ${trashPath}`,
});
