import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { reads, repositoryPath } from './fields.ts';
import { statusOutput, statusText, toStatusOutput } from './status-output.ts';

export const getGitStatus = defineTool({
  name: 'get_git_status',
  pack: 'git',
  title: 'Git status',
  description: 'Branch, ahead and behind, staged, modified, untracked and conflicted files.',
  input: z.strictObject({ projectPath: repositoryPath }),
  output: statusOutput,
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  isSandboxed: true,
  aliases: {
    GetStatusAsync: { params: { repositoryPath: 'projectPath' }, text: ({ raw }) => raw },
    get_status: { params: { repositoryPath: 'projectPath' }, text: ({ raw }) => raw },
  },
  touches: ({ projectPath }) => reads(projectPath),
  run: async (ctx, { projectPath }) => toStatusOutput(await ctx.git.status(projectPath)),
  toText: statusText,
});
