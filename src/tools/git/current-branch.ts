import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { reads, repositoryPath } from './fields.ts';

export const gitCurrentBranch = defineTool({
  name: 'git_current_branch',
  pack: 'git',
  title: 'Current branch',
  description: 'Show the current branch.',
  input: z.strictObject({ repositoryPath }),
  output: z.strictObject({
    branch: z.string().nullable().describe('null if HEAD is detached'),
    detached: z.boolean().describe('HEAD is detached'),
    head: z.string().nullable().describe('Hash; null before the first commit'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  isSandboxed: true,
  aliases: {
    GetCurrentBranchAsync: { text: ({ branch }) => branch ?? 'HEAD' },
    get_current_branch: { text: ({ branch }) => branch ?? 'HEAD' },
  },
  touches: ({ repositoryPath: path }) => reads(path),
  run: (ctx, { repositoryPath: path }) => ctx.git.currentBranch(path),
  toText: ({ branch, head }) => branch ?? `detached at ${head?.slice(0, 9)}`,
});
