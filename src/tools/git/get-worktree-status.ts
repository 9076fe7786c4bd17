import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { reads } from './fields.ts';
import { statusOutput, statusText, toStatusOutput } from './status-output.ts';

export const getWorktreeStatus = defineTool({
  name: 'get_worktree_status',
  pack: 'git',
  title: 'Git status of a worktree',
  description: 'The status of one worktree; list_worktrees names them.',
  input: z.strictObject({ worktreePath: z.string().min(1).describe('Directory of the worktree') }),
  output: statusOutput,
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isSandboxed: true,
  touches: ({ worktreePath }) => reads(worktreePath),
  run: async (ctx, { worktreePath }) => toStatusOutput(await ctx.git.status(worktreePath)),
  toText: statusText,
});
