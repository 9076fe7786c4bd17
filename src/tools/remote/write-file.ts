import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { changesOn, host, hostPreview, mode, onHost, remotePath } from './fields.ts';
import { contentInWords, optionsInWords } from './in-words.ts';
import { pathsOn, writeRisk } from './path-risk.ts';

const LARGEST = 1_048_576;

export const writeFile = defineTool({
  name: 'acp_remote_write_file',
  pack: 'remote',
  title: 'Write a remote file',
  description:
    'Create or replace a file of a remote machine, atomically, up to 1 MB; larger ones with acp_remote_upload. Mode and owner stay.',
  input: z.strictObject({
    host,
    path: remotePath.describe('File; ~ is the home'),
    content: z.string().describe('All of it'),
    encoding: z.enum(['utf-8', 'ascii', 'base64']).default('utf-8').describe('base64: content is raw bytes'),
    createDirs: z.boolean().default(false).describe('Make missing directories'),
    backup: z.boolean().default(false).describe('Keep the old file as <path>.backup'),
    expectedSha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/)
      .optional()
      .describe('Refuse if the file is not the one with this hash'),
    mode: mode.optional().describe('Permissions, octal; default: those of the old file'),
  }),
  output: z.strictObject({
    success: z.boolean().describe('It is written'),
    path: z.string().describe('Absolute path'),
    bytesWritten: z.number().describe('Size of the file now'),
    created: z.boolean().describe('It did not exist before'),
    sha256: z.string().describe('Hash of the file now'),
    backupPath: z.string().optional().describe('Where the old file is kept'),
  }),
  effects: ['write'],
  risk: async ({ host: name, path, mode: bits }, judge) =>
    onHost(judge, name, await writeRisk(path, pathsOn(name, judge), { mode: bits })),
  alwaysChanges: true,
  timeoutMs: 60_000,
  touches: ({ host: name, path }) => [changesOn(name, path)],
  preview: async ({ host: name, path, content, encoding, ...options }, ctx) =>
    hostPreview(`Write ${path}${optionsInWords(options)}`, name, ctx, contentInWords(content, encoding)),
  run: async (ctx, { host: name, path, content, encoding, ...options }) => {
    const bytes = bytesOf(content, encoding);
    if (bytes.length > LARGEST)
      throw new ToolError(
        'TOO_LARGE',
        `The content has ${bytes.length} bytes; at most ${LARGEST} are written at once`,
        {
          hint: 'Put it into a local file and send that with acp_remote_upload.',
        },
      );
    return { success: true, ...(await ctx.remote.write(name, path, { ...options, bytes })) };
  },
  toText: ({ path, created, bytesWritten, backupPath }) =>
    [
      `${created ? 'Created' : 'Wrote'} ${path}, ${counted(bytesWritten, 'byte')}`,
      ...(backupPath === undefined ? [] : [`The old file is kept as ${backupPath}`]),
    ].join('\n'),
});

function bytesOf(content: string, encoding: 'utf-8' | 'ascii' | 'base64'): Buffer {
  if (encoding === 'base64') {
    if (!/^[A-Za-z0-9+/\s]*={0,2}$/.test(content.trimEnd()))
      throw new ToolError('VALIDATION', 'content is not base64');
    return Buffer.from(content, 'base64');
  }
  const beyond = encoding === 'ascii' ? /[^\0-\x7f]/.exec(content)?.[0] : undefined;
  if (beyond !== undefined)
    throw new ToolError('VALIDATION', `"${beyond}" is not ASCII`, { hint: 'Use encoding "utf-8".' });
  return Buffer.from(content, 'utf8');
}
