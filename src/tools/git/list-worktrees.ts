import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { reads, repositoryPath } from './fields.ts';

const worktree = z.strictObject({
  path: z.string().describe('Directory'),
  branch: z.string().nullable().describe('null if HEAD is detached'),
  head: z.string().nullable().describe('Hash; null before the first commit'),
  isMain: z.boolean().describe('The main worktree, with the repository itself'),
  isBare: z.boolean().describe('Has no files'),
  locked: z.boolean().describe('It is locked'),
  lockReason: z.string().optional().describe('Why it is locked'),
  prunable: z.boolean().describe('Its directory is gone'),
});

export const listWorktrees = defineTool({
  name: 'list_worktrees',
  pack: 'git',
  title: 'List worktrees',
  description: 'The worktrees of a repository with their branches.',
  input: z.strictObject({ projectPath: repositoryPath }),
  output: z.strictObject({ worktrees: z.array(worktree).describe('The main one first') }),
  effects: ['read'],
  risk: 'SAFE',
  isSandboxed: true,
  touches: ({ projectPath }) => reads(projectPath),
  run: async (ctx, { projectPath }) => ({ worktrees: [...(await ctx.git.worktrees(projectPath))] }),
  toText: ({ worktrees }) =>
    worktrees
      .map(({ path, branch, head, isBare, locked, prunable }) => {
        const at = isBare ? 'bare' : (branch ?? `detached at ${head?.slice(0, 9) ?? '?'}`);
        return [path, at, ...(locked ? ['locked'] : []), ...(prunable ? ['gone'] : [])].join('  ');
      })
      .join('\n'),
});
