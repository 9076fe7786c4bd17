import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { changesOn, host, hostPreview, onHost, remotePath } from './fields.ts';
import { deleteRisk, pathsOn } from './path-risk.ts';

export const deletePath = defineTool({
  name: 'acp_remote_delete',
  pack: 'remote',
  title: 'Delete a remote file',
  description:
    'Delete a file, link or directory of a remote machine, for good. A directory with content needs recursive.',
  input: z.strictObject({
    host,
    path: remotePath.describe('File or directory; ~ is the home'),
    recursive: z.boolean().default(false).describe('A directory with all in it'),
  }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    type: z.enum(['file', 'directory', 'symlink', 'other']).describe('What it was'),
  }),
  effects: ['delete'],
  risk: ({ host: name, path, recursive }, judge) =>
    onHost(judge, name, deleteRisk(path, recursive, pathsOn(name, judge))),
  alwaysChanges: true,
  timeoutMs: 300_000,
  touches: ({ host: name, path }) => [changesOn(name, path)],
  preview: async ({ host: name, path, recursive }, ctx) =>
    hostPreview(`Delete ${path}${recursive ? ' with everything in it' : ''}`, name, ctx),
  run: (ctx, { host: name, path, recursive }) => ctx.remote.delete(name, path, { recursive }),
  toText: ({ path, type }) => `Deleted the ${type === 'other' ? 'entry' : type} ${path}`,
});
