import * as z from 'zod';
import { parseTrashPath } from '../../core/path/trash-path.ts';
import { defineTool } from '../../core/tool/tool.ts';

export const restoreFile = defineTool({
  name: 'restore_file',
  pack: 'filesystem',
  title: 'Restore a deleted file',
  description: 'Restore a file that delete_file moved to the trash.',
  input: z.strictObject({ trashPath: z.string().min(1).describe('trashPath from delete_file') }),
  output: z.strictObject({ path: z.string().describe('Absolute path of the restored file') }),
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
