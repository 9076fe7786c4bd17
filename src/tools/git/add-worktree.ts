import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { changes, ref, repositoryPath, timeoutMs, WORK_LIMIT_MS } from './fields.ts';

export const addWorktree = defineTool({
  name: 'add_worktree',
  pack: 'git',
  title: 'Add a worktree',
  description:
    'Check out a branch in its own directory, creating the branch if needed. Fills in patterns like feature/{name}.',
  input: z.strictObject({
    projectPath: repositoryPath,
    branch: z
      .string()
      .max(200)
      .regex(/^(?![-/.])(?!.*(\.\.|@|\/\/|\/\.|[/.]$))[^\s~^:?*[\\]+$/, 'is not a legal branch name')
      .describe('Branch; may contain {name} and {num}, the next free number'),
    name: z
      .string()
      .max(100)
      .regex(/^[\w][\w.-]*$/, 'may hold letters, digits, ".", "_" and "-"')
      .optional()
      .describe('Value of {name}'),
    path: z
      .string()
      .min(1)
      .regex(/^(?!-)[^\p{Cc}]+$/u, 'cannot start with "-" or hold control characters')
      .optional()
      .describe(
        'Directory, relative to the main worktree; may contain {name}, {branch}, {num}, {repo}. Default .worktrees/{name}',
      ),
    baseBranch: ref
      .optional()
      .describe('Where a new branch starts; default: the remote branch of that name, else HEAD'),
    timeoutMs,
  }),
  output: z.strictObject({
    path: z.string().describe('Its directory'),
    branch: z.string().describe('Its branch'),
    head: z.string().describe('Hash'),
    created: z.boolean().describe('The branch is new'),
  }),
  effects: ['write'],
  risk: 'MEDIUM',
  needs: ['write'],
  isSandboxed: true,
  timeoutMs: WORK_LIMIT_MS,
  // Only the part before a pattern is known here; the engine checks the whole once it is filled in.
  touches: ({ projectPath, path = '.worktrees/{name}' }) => {
    const brace = path.indexOf('{');
    const known = brace === -1 ? path : path.slice(0, path.lastIndexOf('/', brace) + 1);
    const from = known === '' ? '.' : known;
    return [...changes(projectPath), ...changes(isAbsolute(from) ? from : join(projectPath, from))];
  },
  run: (ctx, { projectPath, timeoutMs: _, ...options }) => ctx.git.addWorktree(projectPath, options),
  toText: ({ path, branch, head, created }) =>
    `${path} on ${created ? 'the new branch ' : ''}${branch} at ${head.slice(0, 9)}`,
});
