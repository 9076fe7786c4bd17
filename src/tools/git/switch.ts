import * as z from 'zod';
import { resolveFrom } from '../../core/path/paths.ts';
import { counted } from '../../core/text/counted.ts';
import { defineTool, type ToolContext } from '../../core/tool/tool.ts';
import { changes, ref, repositoryPath } from './fields.ts';
import { shownFiles } from './shown-files.ts';

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
  needs: ['write'],
  isSandboxed: true,
  touches: ({ repositoryPath: path }) => changes(path),
  preview: (args, ctx) => describeSwitch(args, ctx),
  run: (ctx, { repositoryPath: path, ...options }) => ctx.git.switchBranch(path, options),
  toText: ({ branch, head }) =>
    `On ${branch ?? 'a detached HEAD'} at ${head?.slice(0, 9) ?? 'no commit yet'}`,
});

interface Asked {
  readonly branch: string;
  readonly create: boolean;
  readonly detach: boolean;
  readonly repositoryPath: string;
}

/** From where to where, and which files change by it. */
async function describeSwitch(
  { repositoryPath: path, ...options }: Asked,
  { git, caller }: ToolContext,
): Promise<string> {
  const { branch, create, detach } = options;
  const { from, to, follows, fetches } = await git.planSwitch(path, options);
  const at = to === null ? '' : ` (${to.slice(0, 9)})`;
  const here = from.branch ?? `a detached HEAD (${from.head?.slice(0, 9)})`;
  const how = create
    ? `Create ${branch} at ${here}${at} and switch to it`
    : `Switch from ${here} to ${detach ? `the commit ${branch}, with a detached HEAD` : branch}${at}`;
  const isElsewhere = to !== null && from.head !== null && to !== from.head;
  const { files } = isElsewhere
    ? await git.diff(path, { ref: `${from.head}..${to}`, staged: false, maxBytes: 1000 })
    : { files: [] };
  return [
    how,
    `in ${resolveFrom(caller.cwd, path)}`,
    ...(follows === undefined ? [] : [`${branch} is new here, and follows ${follows}/${branch}.`]),
    files.length === 0 ? 'No file changes.' : `${counted(files.length, 'file changes', 'files change')}:`,
    ...shownFiles(files),
    ...(fetches === undefined ? [] : [`Git may fetch contents from the remote: ${fetches}.`]),
  ].join('\n');
}
