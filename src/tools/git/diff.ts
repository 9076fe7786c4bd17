import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { diffOutput, diffText, toDiffOutput } from './diff-output.ts';
import { maxBytes, paths, reads, ref, repositoryPath } from './fields.ts';

export const gitDiff = defineTool({
  name: 'git_diff',
  pack: 'git',
  title: 'Git diff',
  description: 'Show unstaged changes, staged changes, or changes since a commit.',
  input: z.strictObject({
    repositoryPath,
    ref: ref.optional().describe('Since this commit, or a..b'),
    staged: z.boolean().default(false).describe('What is staged'),
    paths,
    maxBytes,
  }),
  output: diffOutput,
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  isSandboxed: true,
  aliases: { GetDiffAsync: { text: ({ diff }) => diff }, get_diff: { text: ({ diff }) => diff } },
  touches: ({ repositoryPath: path }) => reads(path),
  run: async (ctx, { repositoryPath: path, ...options }) => toDiffOutput(await ctx.git.diff(path, options)),
  toText: diffText,
});
