import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { reads, repositoryPath } from './fields.ts';

const branch = z.strictObject({
  name: z.string().describe('With the remote as prefix, for remote branches'),
  current: z.boolean().describe('Checked out here'),
  remote: z.boolean().describe('A remote branch, as of the last fetch'),
  commit: z.string().describe('Hash'),
  upstream: z.string().optional().describe('Upstream branch'),
  subject: z.string().describe('First line of its last message'),
});

export const gitListBranches = defineTool({
  name: 'git_list_branches',
  pack: 'git',
  title: 'List branches',
  description: 'Local and remote branches with their last commit.',
  input: z.strictObject({ repositoryPath }),
  output: z.strictObject({ branches: z.array(branch).describe('Local ones first') }),
  effects: ['read'],
  risk: 'SAFE',
  isSandboxed: true,
  aliases: {
    ListBranchesAsync: { text: ({ branches }) => asGitPrints(branches) },
    list_branches: { text: ({ branches }) => asGitPrints(branches) },
  },
  touches: ({ repositoryPath: path }) => reads(path),
  run: async (ctx, { repositoryPath: path }) => ({ branches: [...(await ctx.git.branches(path))] }),
  toText: ({ branches }) => asGitPrints(branches) || 'No branches yet.',
});

const asGitPrints = (branches: readonly z.output<typeof branch>[]): string =>
  branches
    .map(({ name, current, remote }) => `${current ? '*' : ' '} ${remote ? 'remotes/' : ''}${name}`)
    .join('\n');
