import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { changes, paths, reads, repositoryPath } from './fields.ts';

const stash = z.strictObject({
  index: z.number().describe('0 is the newest'),
  hash: z.string().describe('Of the stash'),
  message: z.string().describe('Its message'),
  date: z.string().describe('When, ISO'),
});

export const gitStash = defineTool({
  name: 'git_stash',
  pack: 'git',
  title: 'Stash changes',
  description: 'Stash changes (push), restore them (pop, apply), drop or list stashes.',
  input: z.strictObject({
    action: z.enum(['push', 'pop', 'apply', 'drop', 'list']).default('push').describe('What to do'),
    message: z.string().max(500).optional().describe('Message for push'),
    includeUntracked: z.boolean().default(false).describe('Include untracked files'),
    paths,
    index: z.number().int().min(0).default(0).describe('Which one to pop, apply or drop'),
    repositoryPath,
  }),
  output: z.strictObject({ stashes: z.array(stash).describe('All stashes, newest first') }),
  effects: ['write', 'delete'],
  risk: ({ action }) => (action === 'list' ? 'SAFE' : action === 'drop' ? 'HIGH' : 'MEDIUM'),
  onlyReads: ({ action }) => action === 'list',
  choosesBy: ['action'],
  needs: ['write'],
  isSandboxed: true,
  touches: ({ repositoryPath: path, action }) => (action === 'list' ? reads(path) : changes(path)),
  // The numbers move when somebody else stashes.
  effect: async (args, ctx) =>
    JSON.stringify(await ctx.git.stash(args.repositoryPath, { ...args, action: 'list' })),
  run: async (ctx, { repositoryPath: path, ...options }) => ({
    stashes: [...(await ctx.git.stash(path, options))],
  }),
  toText: ({ stashes }) =>
    stashes.map(({ index, date, message }) => `${index} ${date.slice(0, 10)} ${message}`).join('\n') ||
    'Nothing is stashed.',
});
