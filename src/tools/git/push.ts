import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { branchName, reads, remoteName, repositoryPath, timeoutMs, WORK_LIMIT_MS } from './fields.ts';

export const gitPush = defineTool({
  name: 'git_push',
  pack: 'git',
  title: 'Push a branch',
  description: 'Push a branch to the branch of the same name on a remote.',
  input: z.strictObject({
    repositoryPath,
    remote: remoteName.optional().describe('Default: its upstream, else origin'),
    branch: branchName.optional().describe('Default: the current one'),
    setUpstream: z.boolean().default(false).describe('Set it as upstream'),
    force: z
      .boolean()
      .default(false)
      .describe('Overwrite the remote branch, unless others pushed in the meantime'),
    timeoutMs,
  }),
  output: z.strictObject({
    remote: z.string().describe('Its name'),
    branch: z.string().describe('The branch'),
    hash: z.string().describe('Commit it points to now'),
    updated: z.boolean().describe('false if it was already up to date'),
    output: z.string().describe('What git printed'),
  }),
  effects: ['write', 'network', 'exec'],
  // Its hook is part of what is allowed, and finds the keys that a push needs.
  risk: ({ force, repositoryPath: path }, judge) => {
    const { runs = [], unfound = [] } = judge.argv(['git', 'push'], path);
    const needs =
      runs.length > 0 ? (['write', 'network', 'secrets'] as const) : (['write', 'network'] as const);
    const reasons = [force ? 'overwrites the branch of the remote' : 'sends commits to the remote'];
    return { risk: force ? 'CRITICAL' : 'HIGH', reasons, runs, unfound, needs };
  },
  alwaysChanges: true,
  isSandboxed: true,
  timeoutMs: WORK_LIMIT_MS,
  touches: ({ repositoryPath: path }) => reads(path),
  effect: async (args, ctx) => (await ctx.git.planPush(args.repositoryPath, args)).state,
  preview: async (args, ctx) => {
    const { remote, branch, remoteHash, commits, commitCount } = await ctx.git.planPush(
      args.repositoryPath,
      args,
    );
    return [
      `${args.force ? 'Force-push' : 'Push'} ${branch} to ${remote.name} (${remote.urls.join(', ')})`,
      remoteHash === null ? 'The branch is new there.' : `There it is at ${remoteHash.slice(0, 9)}.`,
      `${counted(commitCount, 'commit')}:`,
      ...commits.map(({ hash, author, subject }) => `${hash.slice(0, 9)} ${author}: ${subject}`),
    ].join('\n');
  },
  run: (ctx, { repositoryPath: path, timeoutMs: _, ...options }) =>
    ctx.git.push(path, options, (...told) => ctx.progress(...told)),
  toText: ({ remote, branch, hash, updated, output }) =>
    [`${remote}/${branch} ${updated ? 'is now' : 'already was'} ${hash.slice(0, 9)}`, output]
      .join('\n')
      .trimEnd(),
});
