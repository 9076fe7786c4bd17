import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';

export const writeFile = defineTool({
  name: 'write_file',
  pack: 'filesystem',
  title: 'Write a file',
  description:
    'Create a file or replace its whole content, atomically. Keeps encoding, line endings, mode and owner of an existing file. To change a part use edit_file.',
  input: z.strictObject({
    path: z.string().min(1).describe('File; links are followed'),
    content: z.string().describe('New content of the whole file'),
    encoding: z
      .enum(['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'base64'])
      .optional()
      .describe('Default: that of the file, utf-8 for a new one; base64: content is raw bytes'),
    createDirs: z.boolean().default(true).describe('Create missing directories'),
    backup: z.boolean().default(false).describe('Keep the old file as <path>.backup'),
    expectedSha256: z.string().optional().describe('Fail if the file no longer has this hash'),
  }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    bytesWritten: z.number().describe('Size of the file now'),
    created: z.boolean().describe('It did not exist before'),
    sha256: z.string().describe('Hash of the file now'),
    backupPath: z.string().optional().describe('Where the old file is kept'),
    diff: z.string().describe('Unified diff against the old file; sizes for binary and very large ones'),
  }),
  isText: true,
  effects: ['write'],
  risk: 'MEDIUM',
  isCore: true,
  aliases: { WriteFileAsync: { text: () => '' }, 'filesystem/write': { text: () => '' } },
  touches: ({ path }) => [{ kind: 'path', access: 'write', path }],
  preview: async ({ path, ...options }, ctx) =>
    (await ctx.files.diffOfWrite(path, options)) || `${path} stays as it is`,
  effect: ({ path }, ctx) => ctx.files.stateOf(path),
  run: (ctx, { path, ...options }) => ctx.files.write(path, options),
  toText: ({ path, created, bytesWritten, backupPath, diff }) =>
    [
      `${created ? 'Created' : 'Wrote'} ${path}, ${counted(bytesWritten, 'byte')}`,
      ...(backupPath === undefined ? [] : [`The old file is kept as ${backupPath}`]),
      // Whoever made a new file knows what is in it.
      ...(diff === '' || created ? [] : [diff]),
    ].join('\n'),
});
