import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { branchName, changes, remoteName, repositoryPath, timeoutMs, WORK_LIMIT_MS } from './fields.ts';

const hash = z.string().nullable();

export const gitPull = defineTool({
  name: 'git_pull',
  pack: 'git',
  title: 'Pull a branch',
  description: 'Fetch and bring the current branch up to date.',
  input: z.strictObject({
    repositoryPath,
    remote: remoteName.optional().describe('Default: its upstream, else origin'),
    branch: branchName.optional().describe('Default: its upstream'),
    strategy: z
      .enum(['ff-only', 'merge', 'rebase'])
      .default('ff-only')
      .describe('How to combine if both sides have commits'),
    timeoutMs,
  }),
  output: z.strictObject({
    remote: z.string().describe('Its name'),
    branch: z.string().describe('The remote branch'),
    before: hash.describe('HEAD before'),
    after: hash.describe('HEAD now'),
    updated: z.boolean().describe('New commits arrived'),
    conflicted: z.array(z.string()).describe('Files to resolve'),
    operation: z.literal('merge').optional().describe('Operation left unfinished'),
    output: z.string().describe('What git printed'),
  }),
  effects: ['write', 'network', 'exec'],
  // What is fetched is joined: that runs hooks.
  risk: ({ strategy, repositoryPath: path }, judge) => {
    const { runs = [], unfound = [] } = strategy === 'ff-only' ? {} : judge.argv(['git', 'pull'], path);
    // The address is that of this repository.
    const workplaces = judge.meaningsOf(path);
    return { risk: 'MEDIUM', reasons: [], runs, unfound, workplaces, needs: ['write', 'network'] };
  },
  alwaysChanges: true,
  isSandboxed: true,
  timeoutMs: WORK_LIMIT_MS,
  touches: ({ repositoryPath: path }) => changes(path),
  effect: async (args, ctx) => JSON.stringify(await ctx.git.planPull(args.repositoryPath, args)),
  preview: async (args, ctx) => {
    const { remote, branch, into, head } = await ctx.git.planPull(args.repositoryPath, args);
    return [
      `Pull ${branch} of ${remote.name} (${remote.urls.join(', ')}) into ${into}, ${args.strategy}`,
      `${into} is at ${head?.slice(0, 9) ?? 'no commit yet'}.`,
    ].join('\n');
  },
  run: async (ctx, { repositoryPath: path, timeoutMs: _, ...options }) => {
    const { conflicted, ...rest } = await ctx.git.pull(path, options, (...told) => ctx.progress(...told));
    return { ...rest, conflicted: [...conflicted] };
  },
  toText: ({ remote, branch, before, after, updated, conflicted, operation, output }) =>
    [
      updated
        ? `${before?.slice(0, 9) ?? 'nothing'} -> ${after?.slice(0, 9)} from ${remote}/${branch}`
        : operation === undefined
          ? 'Nothing changed.'
          : `A ${operation} with ${remote}/${branch} is in progress.`,
      ...(conflicted.length > 0 ? [`In conflict: ${conflicted.join(', ')}`] : []),
      ...(output === '' ? [] : [output]),
    ].join('\n'),
});
