import * as z from 'zod';
import { resolveFrom } from '../../core/path/paths.ts';
import { defineTool, type ToolContext } from '../../core/tool/tool.ts';
import { changes, repositoryPath, timeoutMs, WORK_LIMIT_MS } from './fields.ts';
import { shownFiles } from './shown-files.ts';

export const gitCommit = defineTool({
  name: 'git_commit',
  pack: 'git',
  title: 'Commit staged changes',
  description: 'Commit what git_add staged. Hooks run.',
  input: z.strictObject({
    message: z.string().trim().min(1).describe('The first line is the subject'),
    repositoryPath,
    amend: z.boolean().default(false).describe('Replace the last commit'),
    timeoutMs,
  }),
  output: z.strictObject({
    hash: z.string().optional().describe('Of the new commit; absent if it was refused'),
    branch: z.string().nullable().describe('null if HEAD is detached'),
    filesChanged: z.number().describe('Files in the commit'),
    output: z.string().describe('What git and the hooks printed'),
  }),
  effects: ['write', 'exec'],
  // Its hooks are part of what is allowed.
  risk: ({ repositoryPath: path }, judge) => {
    const { runs = [], unfound = [] } = judge.argv(['git', 'commit'], path);
    return { risk: 'MEDIUM', reasons: [], runs, unfound, needs: ['write'] };
  },
  choosesBy: ['amend'],
  alwaysChanges: true,
  isCore: true,
  isSandboxed: true,
  timeoutMs: WORK_LIMIT_MS,
  aliases: { CommitAsync: { text: () => '' }, commit: { text: () => '' } },
  touches: ({ repositoryPath: path }) => changes(path),
  effect: (args, ctx) => ctx.git.commitState(args.repositoryPath, args),
  preview: (args, ctx) => describeCommit(args, ctx),
  run: (ctx, { repositoryPath: path, timeoutMs: _, ...options }) => ctx.git.commit(path, options),
  toText: ({ hash, branch, filesChanged, output }) =>
    [
      hash === undefined
        ? 'Nothing was committed.'
        : `${hash.slice(0, 9)} on ${branch ?? 'a detached HEAD'}, ${filesChanged} file${filesChanged === 1 ? '' : 's'}`,
      ...(output === '' ? [] : [output]),
    ].join('\n'),
});

/** What is staged, file by file, and which hooks will run: a commit is more than its message. */
async function describeCommit(
  { message, repositoryPath: path, amend }: { message: string; repositoryPath: string; amend: boolean },
  { git, caller }: ToolContext,
): Promise<string> {
  const [diff, hooks] = await Promise.all([
    git.diff(path, { staged: true, maxBytes: 4000 }),
    git.commitHooks(path),
  ]);
  return [
    `${amend ? 'Amend the last commit' : 'Commit'} in ${resolveFrom(caller.cwd, path)}:`,
    message,
    '',
    ...shownFiles(diff.files),
    ...(hooks.length > 0 ? ['', `Hooks that run: ${hooks.join(', ')}`] : []),
    '',
    diff.diff,
  ].join('\n');
}
