import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { changesOn, host, hostPreview, onHost, remotePath } from './fields.ts';
import { optionsInWords } from './in-words.ts';
import { moveRisk, pathsOn } from './path-risk.ts';

export const movePath = defineTool({
  name: 'acp_remote_move',
  pack: 'remote',
  title: 'Move a remote file',
  description: 'Move or rename a file or directory of a remote machine, within that machine.',
  input: z.strictObject({
    host,
    from: remotePath.describe('What to move; ~ is the home'),
    to: remotePath.describe('Its new path, in full'),
    overwrite: z.boolean().default(false).describe('Replace a file that is there'),
  }),
  output: z.strictObject({
    from: z.string().describe('Absolute path before'),
    to: z.string().describe('Absolute path now'),
  }),
  effects: ['write', 'delete'],
  risk: ({ host: name, ...args }, judge) => onHost(judge, name, moveRisk(args, pathsOn(name, judge))),
  alwaysChanges: true,
  timeoutMs: 300_000,
  touches: ({ host: name, from, to }) => [changesOn(name, from, to)],
  preview: async ({ host: name, from, to, overwrite }, ctx) =>
    hostPreview(`Move ${from} to ${to}${optionsInWords({ overwrite })}`, name, ctx),
  run: (ctx, { host: name, from, to, overwrite }) => ctx.remote.move(name, from, to, { overwrite }),
  toText: ({ from, to }) => `Moved ${from} to ${to}`,
});
