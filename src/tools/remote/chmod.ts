import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { changesOn, host, hostPreview, mode, onHost, remotePath } from './fields.ts';
import { chmodRisk, pathsOn } from './path-risk.ts';

export const changeMode = defineTool({
  name: 'acp_remote_chmod',
  pack: 'remote',
  title: 'Change remote permissions',
  description: 'Set the permissions of a file or directory of a remote machine.',
  input: z.strictObject({
    host,
    path: remotePath.describe('File or directory; ~ is the home'),
    mode: mode.describe('Octal, such as 0644'),
    recursive: z.boolean().default(false).describe('Everything below it too'),
  }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    mode: z.string().describe('Octal'),
  }),
  effects: ['write'],
  risk: ({ host: name, ...args }, judge) => onHost(judge, name, chmodRisk(args, pathsOn(name, judge))),
  alwaysChanges: true,
  timeoutMs: 300_000,
  touches: ({ host: name, path }) => [changesOn(name, path)],
  preview: async ({ host: name, path, mode: bits, recursive }, ctx) =>
    hostPreview(`chmod ${recursive ? '-R ' : ''}${bits.toString(8).padStart(4, '0')} ${path}`, name, ctx),
  run: (ctx, { host: name, path, ...options }) => ctx.remote.chmod(name, path, options),
  toText: ({ path, mode: bits }) => `${path} is ${bits} now`,
});
