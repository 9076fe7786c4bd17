import * as z from 'zod';
import { resolveFrom } from '../../core/path/paths.ts';
import { shownName } from '../../core/text/shown-name.ts';
import { defineTool, type ToolContext } from '../../core/tool/tool.ts';
import { filePath, readsFiles, repositoryPath } from './fields.ts';
import { shownFiles } from './shown-files.ts';

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
  preview: (args, ctx) => describeStaging(args, ctx),
  run: async (ctx, { repositoryPath: repository, files }) => ({
    staged: [...(await ctx.git.add(repository, toList(files)))],
  }),
  toText: ({ staged }) =>
    staged.length === 0 ? 'Nothing new to stage.' : `Staged: ${staged.map(shownName).join(', ')}`,
});

/** How the files differ from what is staged, and the new content of those that git knows. */
async function describeStaging(
  { files, repositoryPath: path }: { files: string | readonly string[]; repositoryPath: string },
  { git, caller }: ToolContext,
): Promise<string> {
  const paths = toList(files);
  const [plan, { diff }] = await Promise.all([
    git.planAdd(path, paths),
    git.diff(path, { staged: false, paths, maxBytes: 4000 }),
  ]);
  const place = resolveFrom(caller.cwd, path);
  if (plan.files.length === 0) return `Stage in ${place}: nothing that differs from what is staged`;
  return [`Stage in ${place}:`, ...shownFiles(plan.files), ...(diff === '' ? [] : ['', diff])].join('\n');
}
