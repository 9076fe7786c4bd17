import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

export const movePath = defineTool({
  name: 'move_path',
  pack: 'filesystem',
  title: 'Move or rename',
  description: 'Move or rename a file, link or directory. Creates missing parent directories.',
  input: z.strictObject({
    from: z.string().min(1).describe('What to move'),
    to: z.string().min(1).describe('New path, including the name'),
    overwrite: z.boolean().default(false).describe('Replace an existing file'),
  }),
  output: z.strictObject({
    from: z.string().describe('Old absolute path'),
    to: z.string().describe('New absolute path'),
  }),
  effects: ['write'],
  risk: ({ from, to }, judge) => judge.tree({ from, to }),
  alwaysChanges: true,
  isCore: true,
  touches: ({ from, to }) => [
    { kind: 'path', access: 'write', path: from },
    { kind: 'path', access: 'write', path: to },
  ],
  preview: async ({ from, to }, ctx) =>
    `${from} -> ${to}${(await ctx.files.typeAt(to)) === undefined ? '' : ' (replaces what is there)'}`,
  effect: async ({ from, to }, ctx) => `${await ctx.files.stateOf(from)}; ${await ctx.files.stateOf(to)}`,
  run: (ctx, { from, to, overwrite }) => ctx.files.move(from, to, { overwrite }),
  toText: ({ from, to }) => `Moved ${from} to ${to}`,
});
