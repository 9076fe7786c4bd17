import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { branchName, changes, ref, repositoryPath } from './fields.ts';

export const gitCreateBranch = defineTool({
  name: 'git_create_branch',
  pack: 'git',
  title: 'Create a branch',
  description: 'Create a branch; git_switch with create also checks it out.',
  input: z.strictObject({
    name: branchName.describe('Its name'),
    startPoint: ref.optional().describe('Where it starts'),
    repositoryPath,
  }),
  output: z.strictObject({
    branch: z.string().describe('Its name'),
    hash: z.string().describe('The commit it points to'),
  }),
  effects: ['write'],
  risk: 'MEDIUM',
  needs: ['write'],
  isSandboxed: true,
  touches: ({ repositoryPath: path }) => changes(path),
  run: (ctx, { repositoryPath: path, name, startPoint }) => ctx.git.createBranch(path, name, startPoint),
  toText: ({ branch, hash }) => `${branch} at ${hash.slice(0, 9)}`,
});
