import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { diffOutput, diffText, toDiffOutput } from './diff-output.ts';
import { maxBytes, paths, reads, repositoryPath } from './fields.ts';

export const getStagedDiff = defineTool({
  name: 'get_staged_diff',
  pack: 'git',
  title: 'Staged changes',
  description: 'What git_commit would commit. For other changes use git_diff.',
  input: z.strictObject({ projectPath: repositoryPath, paths, maxBytes }),
  output: diffOutput,
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isSandboxed: true,
  touches: ({ projectPath }) => reads(projectPath),
  run: async (ctx, { projectPath, ...options }) =>
    toDiffOutput(await ctx.git.diff(projectPath, { ...options, staged: true })),
  toText: diffText,
});
