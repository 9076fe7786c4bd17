import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { host, hostPreview, mode, onHost, remotePath, touchesHost } from './fields.ts';
import { pathsOn, writeRisk } from './path-risk.ts';
import { transferOutput, transferProgress, transferText, verify } from './transfer.ts';

export const uploadFile = defineTool({
  name: 'acp_remote_upload',
  pack: 'remote',
  title: 'Upload a file',
  description:
    'Send a local file of any size to a remote machine. An interrupted one resumes where it stopped.',
  input: z.strictObject({
    host,
    localPath: z.string().min(1).describe('File here'),
    remotePath: remotePath.describe('Its path there, in full; ~ is the home'),
    overwrite: z.boolean().default(false).describe('Replace a file that is there'),
    createDirs: z.boolean().default(false).describe('Make missing directories there'),
    mode: mode.optional().describe('Permissions, octal'),
    verify,
  }),
  output: transferOutput,
  effects: ['write'],
  risk: async ({ host: name, remotePath: path }, judge) =>
    onHost(judge, name, await writeRisk(path, pathsOn(name, judge))),
  alwaysChanges: true,
  timeoutMs: 3_600_000,
  touches: ({ host: name, localPath: path }) => [
    ...touchesHost({ host: name }),
    { kind: 'path', access: 'read', path },
  ],
  preview: async ({ host: name, localPath, remotePath: path }, ctx) => {
    const { size } = await ctx.files.info(localPath);
    return hostPreview(`Send ${localPath}, ${size} bytes, to ${path}`, name, ctx);
  },
  run: async (ctx, { host: name, localPath, remotePath: path, ...options }) => {
    const source = await ctx.files.openSource(localPath);
    try {
      return await ctx.remote.upload(name, source, path, { ...options, onBytes: transferProgress(ctx) });
    } finally {
      source.close();
    }
  },
  toText: (sent) => `Sent ${transferText(sent)}`,
});
