import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

const TELL_EVERY_BYTES = 8_388_608;

export const copyPath = defineTool({
  name: 'copy_path',
  pack: 'filesystem',
  title: 'Copy',
  description: 'Copy a file or a whole directory. Creates missing parent directories.',
  input: z.strictObject({
    from: z.string().min(1).describe('What to copy'),
    to: z.string().min(1).describe('Path of the copy, including its name'),
    overwrite: z.boolean().default(false).describe('Replace an existing file'),
  }),
  output: z.strictObject({
    from: z.string().describe('Absolute path of the original'),
    to: z.string().describe('Absolute path of the copy'),
  }),
  effects: ['write'],
  risk: ({ from, to }, judge) => judge.tree({ from, to }),
  alwaysChanges: true,
  touches: ({ from, to }) => [
    { kind: 'path', access: 'read', path: from },
    { kind: 'path', access: 'write', path: to },
  ],
  preview: async ({ from, to }, ctx) =>
    `${from} is copied to ${to}${(await ctx.files.typeAt(to)) === undefined ? '' : ' (replaces what is there)'}`,
  effect: async ({ from, to }, ctx) => `${await ctx.files.stateOf(from)}; ${await ctx.files.stateOf(to)}`,
  run: (ctx, { from, to, overwrite }) => {
    let told = 0;
    const onBytes = (bytes: number): void => {
      if (bytes - told < TELL_EVERY_BYTES) return;
      told = bytes;
      ctx.progress(bytes, undefined, 'bytes copied');
    };
    return ctx.files.copy(from, to, { overwrite, onBytes });
  },
  toText: ({ from, to }) => `Copied ${from} to ${to}`,
});
