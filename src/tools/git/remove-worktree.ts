import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

export const removeWorktree = defineTool({
  name: 'remove_worktree',
  pack: 'git',
  title: 'Remove a worktree',
  description:
    'Delete a linked worktree, or prune one whose directory is gone. Keeps its branch. Fails if there is uncommitted work.',
  input: z.strictObject({
    worktreePath: z.string().min(1).describe('Directory of the worktree'),
    force: z.boolean().default(false).describe('Delete uncommitted work too'),
  }),
  output: z.strictObject({
    path: z.string().describe('The removed directory'),
    branch: z.string().nullable().describe('Its branch, which was kept'),
  }),
  effects: ['write', 'delete'],
  risk: ({ force }) => (force ? 'CRITICAL' : 'HIGH'),
  alwaysChanges: true,
  needs: ['write'],
  isSandboxed: true,
  touches: ({ worktreePath }) => [{ kind: 'path', access: 'delete', path: worktreePath }],
  // Work that appears meanwhile is work the person did not see.
  effect: async (args, ctx) => JSON.stringify(await ctx.git.planRemoval(args.worktreePath)),
  preview: async (args, ctx) => {
    const { path, branch, raw, isGone } = await ctx.git.planRemoval(args.worktreePath);
    const state = isGone
      ? 'Its directory is gone already.'
      : raw === ''
        ? 'It is clean.'
        : `Uncommitted work that is lost:\n${raw}`;
    return `Remove the worktree ${path} (${branch ?? 'detached'})\n${state}`;
  },
  run: (ctx, { worktreePath, force }) => ctx.git.removeWorktree(worktreePath, { force }),
  toText: ({ path, branch }) =>
    `Removed ${path}; ${branch === null ? 'it had no branch' : `the branch ${branch} stays`}`,
});
