import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { projectDetails, toDetails } from './project-schema.ts';

export const registerProject = defineTool({
  name: 'register_project',
  pack: 'projects',
  title: 'Register a project',
  description:
    'Register a directory as a project, with a manifest in it or not. Registering it again with a name renames it.',
  input: z.strictObject({
    path: z.string().min(1).describe('Directory of the project'),
    name: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Default: the name it has, else that of its manifest or of the directory'),
  }),
  output: projectDetails.extend({ created: z.boolean().describe('It was not registered before') }),
  effects: ['write'],
  // A registered project becomes an open directory.
  risk: ({ path }, judge) =>
    judge.isOpen(path)
      ? 'MEDIUM'
      : { risk: 'CRITICAL', reasons: [`opens ${path}, which lies outside the open directories`] },
  alwaysChanges: true,
  // Looked at before a person is asked: some places are refused even if approved.
  preview: async ({ path }, ctx) => {
    const { name, path: directory, ecosystems } = await ctx.projects.look(path);
    return `${directory} becomes an open directory: ${name} (${ecosystems.join(', ') || 'no manifest'})`;
  },
  effect: async ({ path }, ctx) => (await ctx.projects.look(path)).path,
  run: async (ctx, { path, name }) => {
    const { project, created } = await ctx.projects.register(path, name);
    return { ...(await toDetails(project, ctx)), created };
  },
});
