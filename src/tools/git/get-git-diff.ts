import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { diffOutput, diffText, toDiffOutput } from './diff-output.ts';
import { maxBytes, paths, reads } from './fields.ts';

export const getGitDiff = defineTool({
  name: 'get_git_diff',
  pack: 'git',
  title: 'Staged changes of a worktree',
  description: 'Staged diff of one worktree. For other diffs use git_diff.',
  input: z.strictObject({
    worktreePath: z.string().min(1).describe('Directory of the worktree'),
    paths,
    maxBytes,
  }),
  output: diffOutput,
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isSandboxed: true,
  touches: ({ worktreePath }) => reads(worktreePath),
  run: async (ctx, { worktreePath, ...options }) =>
    toDiffOutput(await ctx.git.diff(worktreePath, { ...options, staged: true })),
  toText: diffText,
});
