import * as z from 'zod';
import { defineTool } from '../../core/tool.ts';
import { parseTrashPath } from '../../core/trash-path.ts';

export const restoreFile = defineTool({
  name: 'restore_file',
  pack: 'filesystem',
  title: 'Restore a deleted file',
  description: 'Put a file that delete_file took away back where it was.',
  input: z.strictObject({ trashPath: z.string().min(1).describe('What delete_file answered') }),
  output: z.strictObject({ path: z.string().describe('Absolute path it has again') }),
  effects: ['write'],
  risk: 'MEDIUM',
  touches: ({ trashPath }) => {
    const entry = parseTrashPath(trashPath);
    return entry ? [{ kind: 'path', access: 'write', path: entry.path }] : [];
  },
  preview: ({ trashPath }) => `Puts back ${parseTrashPath(trashPath)?.path ?? trashPath}`,
  effect: ({ trashPath }, ctx) => ctx.files.stateOf(parseTrashPath(trashPath)?.path ?? '.'),
  run: (ctx, { trashPath }) => ctx.files.restore(trashPath),
  toText: ({ path }) => `Restored ${path}`,
});
