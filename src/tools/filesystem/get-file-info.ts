import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

export const getFileInfo = defineTool({
  name: 'get_file_info',
  pack: 'filesystem',
  title: 'File details',
  description: 'Type, size, mode, owner, times and hash of a file or directory; of a link, the link itself.',
  input: z.strictObject({ path: z.string().min(1).describe('Path to check') }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    type: z.enum(['file', 'directory', 'symlink', 'other']).describe('Kind'),
    size: z.number().describe('Bytes'),
    mode: z.string().describe('Permissions, octal'),
    owner: z
      .strictObject({ uid: z.number().describe('User'), gid: z.number().describe('Group') })
      .describe('Numeric user and group'),
    created: z.string().describe('ISO time'),
    modified: z.string().describe('ISO time'),
    accessed: z.string().describe('ISO time'),
    sha256: z.string().optional().describe('For files up to 10 MB that can be read without approval'),
    symlinkTarget: z.string().optional().describe('Target of a link, as stored'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  touches: ({ path }) => [{ kind: 'path', access: 'list', path }],
  run: (ctx, { path }) => ctx.files.info(path),
});
