import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { changesOn, host, hostPreview, onHost, remotePath } from './fields.ts';
import { changeRisk, pathsOn } from './path-risk.ts';

const account = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*\$?$/, 'a name or number');

export const changeOwner = defineTool({
  name: 'acp_remote_chown',
  pack: 'remote',
  title: 'Change remote owner',
  description: 'Set user or group of a file or directory of a remote machine; mostly only root may.',
  input: z
    .strictObject({
      host,
      path: remotePath.describe('File or directory; ~ is the home'),
      owner: account.optional().describe('User, by name or number'),
      group: account.optional().describe('Group, by name or number'),
      recursive: z.boolean().default(false).describe('Everything below it too'),
    })
    .refine(({ owner, group }) => owner !== undefined || group !== undefined, {
      path: ['owner'],
      error: 'give owner, group or both',
    }),
  output: z.strictObject({ path: z.string().describe('Absolute path') }),
  effects: ['write'],
  risk: ({ host: name, path, recursive }, judge) =>
    onHost(
      judge,
      name,
      changeRisk(path, pathsOn(name, judge), recursive ? 'CRITICAL' : 'HIGH', `changes whose ${path} is`),
    ),
  alwaysChanges: true,
  timeoutMs: 300_000,
  touches: ({ host: name, path }) => [changesOn(name, path)],
  preview: async ({ host: name, path, owner = '', group, recursive }, ctx) =>
    hostPreview(
      `chown ${recursive ? '-R ' : ''}${owner}${group === undefined ? '' : `:${group}`} ${path}`,
      name,
      ctx,
    ),
  run: (ctx, { host: name, path, ...options }) => ctx.remote.chown(name, path, options),
  toText: ({ path }) => `Changed the owner of ${path}`,
});
