import * as z from 'zod';
import { shownName } from '../../core/text/shown-name.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { filePath, readsFiles, repositoryPath } from './fields.ts';

const toList = (files: string | readonly string[]): string[] =>
  typeof files === 'string' ? [files] : [...files];

export const gitAdd = defineTool({
  name: 'git_add',
  pack: 'git',
  title: 'Stage files',
  description: 'Stage files or directories for git_commit; deletions are staged too.',
  input: z.strictObject({
    files: z.union([filePath, z.array(filePath).min(1).max(1000)]).describe('Paths, taken literally'),
    repositoryPath,
  }),
  output: z.strictObject({ staged: z.array(z.string()).describe('Files that now differ from HEAD') }),
  effects: ['write'],
  risk: 'LOW',
  isCore: true,
  isSandboxed: true,
  aliases: { AddAsync: { text: () => '' }, add: { text: () => '' } },
  touches: ({ repositoryPath: repository, files }) => readsFiles(repository, toList(files)),
  run: async (ctx, { repositoryPath: repository, files }) => ({
    staged: [...(await ctx.git.add(repository, toList(files)))],
  }),
  toText: ({ staged }) =>
    staged.length === 0 ? 'Nothing new to stage.' : `Staged: ${staged.map(shownName).join(', ')}`,
});
