import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { changes, ref, repositoryPath } from './fields.ts';

export const gitSwitch = defineTool({
  name: 'git_switch',
  pack: 'git',
  title: 'Switch branches',
  description: 'Check out another branch. Fails if local changes are in the way.',
  input: z
    .strictObject({
      branch: ref.describe('Branch; with detach any commit'),
      create: z.boolean().default(false).describe('Create it first'),
      detach: z.boolean().default(false).describe('Check out a commit'),
      repositoryPath,
    })
    .refine(({ create, detach }) => !(create && detach), {
      path: ['detach'],
      error: 'it does not go together with create: a new branch is checked out, or a commit without one',
    }),
  output: z.strictObject({
    branch: z.string().nullable().describe('null if HEAD is detached'),
    detached: z.boolean().describe('HEAD is detached'),
    head: z.string().nullable().describe('Hash; null before the first commit'),
  }),
  effects: ['write'],
  risk: 'MEDIUM',
  isSandboxed: true,
  touches: ({ repositoryPath: path }) => changes(path),
  run: (ctx, { repositoryPath: path, ...options }) => ctx.git.switchBranch(path, options),
  toText: ({ branch, head }) =>
    `On ${branch ?? 'a detached HEAD'} at ${head?.slice(0, 9) ?? 'no commit yet'}`,
});
