import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

const edit = z.strictObject({
  oldText: z.string().min(1).describe('Exact text to replace; must occur once'),
  newText: z.string().describe('Replacement text'),
  replaceAll: z.boolean().default(false).describe('Replace every occurrence'),
});

export const editFile = defineTool({
  name: 'edit_file',
  pack: 'filesystem',
  title: 'Edit a file',
  description: 'Replace text in a file. Edits apply in order, all or none. Returns a diff.',
  input: z.strictObject({
    path: z.string().min(1).describe('File; links are followed'),
    edits: z.array(edit).min(1).max(100).describe('Replacements'),
    dryRun: z.boolean().default(false).describe('Only show the diff'),
    expectedSha256: z.string().optional().describe('Fail if the file no longer has this hash'),
  }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    replacements: z.number().describe('Number of replacements'),
    sha256: z.string().describe('Hash of the file with the edits'),
    diff: z.string().describe('Unified diff'),
  }),
  isText: true,
  effects: ['write'],
  risk: ({ dryRun }) => (dryRun ? 'SAFE' : 'MEDIUM'),
  isCore: true,
  touches: ({ path, dryRun }) => [{ kind: 'path', access: dryRun ? 'read' : 'write', path }],
  preview: async ({ path, ...options }, ctx) =>
    (await ctx.files.edit(path, { ...options, dryRun: true })).diff || `${path} stays as it is`,
  effect: ({ path }, ctx) => ctx.files.stateOf(path),
  run: (ctx, { path, ...options }) => ctx.files.edit(path, options),
  toText: ({ path, diff }) => diff || `${path} stays as it is`,
});
