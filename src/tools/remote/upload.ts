import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { changesOn, host, hostPreview, mode, onHost, remotePath } from './fields.ts';
import { optionsInWords } from './in-words.ts';
import { pathsOn, writeRisk } from './path-risk.ts';
import { transferOutput, transferProgress, transferText, verify } from './transfer.ts';

/** The state of a file that is not too large to be read for that. */
const HASHED = / ([0-9a-f]{64})$/;

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
  risk: async ({ host: name, remotePath: path, mode: bits }, judge) =>
    onHost(judge, name, await writeRisk(path, pathsOn(name, judge), { mode: bits })),
  alwaysChanges: true,
  timeoutMs: 3_600_000,
  touches: ({ host: name, localPath: path, remotePath: there }) => [
    changesOn(name, there),
    { kind: 'path', access: 'read', path },
  ],
  preview: async ({ host: name, localPath, remotePath: path, ...options }, ctx) => {
    const { size } = await ctx.files.info(localPath);
    const [, hash] = HASHED.exec(await ctx.files.stateOf(localPath)) ?? [];
    const bytes = `${counted(size, 'byte')}${hash === undefined ? '' : ` (sha256 ${hash.slice(0, 16)})`}`;
    return hostPreview(`Send ${localPath}, ${bytes}, to ${path}${optionsInWords(options)}`, name, ctx);
  },
  effect: ({ localPath }, ctx) => ctx.files.stateOf(localPath),
  run: async (ctx, { host: name, localPath, remotePath: path, ...options }) => {
    const state = await ctx.files.stateOf(localPath);
    const [, hash] = HASHED.exec(state) ?? [];
    const source = await ctx.files.openSource(localPath);
    // It could be changed while it is sent.
    const isAsApproved = async (sha256: string): Promise<boolean> =>
      hash === undefined ? (await ctx.files.stateOf(localPath)) === state : hash === sha256;
    try {
      return await ctx.remote.upload(name, source, path, {
        ...options,
        isAsApproved,
        onBytes: transferProgress(ctx),
      });
    } finally {
      source.close();
    }
  },
  toText: (sent) => `Sent ${transferText(sent)}`,
});
