import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { host, hostPreview, onHost, remotePath, touchesHost } from './fields.ts';
import { optionsInWords } from './in-words.ts';
import { pathsOn, readRisk } from './path-risk.ts';
import { transferOutput, transferProgress, transferText, verify } from './transfer.ts';

export const downloadFile = defineTool({
  name: 'acp_remote_download',
  pack: 'remote',
  title: 'Download a file',
  description: 'Fetch a file of any size from a remote machine. An interrupted one resumes where it stopped.',
  input: z.strictObject({
    host,
    remotePath: remotePath.describe('File there; ~ is the home'),
    localPath: z.string().min(1).describe('Its path here, in full'),
    overwrite: z.boolean().default(false).describe('Replace a file that is here'),
    createDirs: z.boolean().default(false).describe('Make missing directories here'),
    verify,
  }),
  output: transferOutput,
  effects: ['read', 'write'],
  risk: ({ host: name, remotePath: path }, judge) =>
    onHost(judge, name, readRisk(path, pathsOn(name, judge)), {
      risk: 'MEDIUM',
      reasons: ['brings a file from another machine'],
    }),
  alwaysChanges: true,
  timeoutMs: 3_600_000,
  touches: ({ host: name, localPath: path }) => [
    ...touchesHost({ host: name }),
    { kind: 'path', access: 'write', path },
  ],
  preview: async ({ host: name, localPath, remotePath: path, ...options }, ctx) =>
    hostPreview(`Fetch ${path} to ${localPath}${optionsInWords(options)}`, name, ctx),
  effect: ({ localPath }, ctx) => ctx.files.stateOf(localPath),
  run: (ctx, { host: name, localPath, remotePath: path, overwrite, createDirs, verify: isVerified }) =>
    ctx.remote.download(name, path, {
      verify: isVerified,
      onBytes: transferProgress(ctx),
      receive: (fill) => ctx.files.receive(localPath, { overwrite, createDirs }, fill),
    }),
  toText: (fetched) => `Fetched ${transferText(fetched)}`,
});
