import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

export const removeProject = defineTool({
  name: 'remove_project',
  pack: 'projects',
  title: 'Forget a project',
  description: 'Forget a registered project; its files stay.',
  input: z.strictObject({ projectId: z.string().min(1).describe('Its id, from list_projects') }),
  output: z.strictObject({
    projectId: z.string().describe('Its id'),
    path: z.string().describe('Where it was'),
    name: z.string().describe('Its name'),
  }),
  effects: ['write'],
  risk: 'MEDIUM',
  preview: async ({ projectId }, ctx) => {
    const { name, path } = await ctx.projects.registered(projectId);
    return `${name} (${path}) is forgotten; its files stay`;
  },
  run: async (ctx, { projectId }) => {
    const { id, path, name } = await ctx.projects.remove(projectId);
    return { projectId: id, path, name };
  },
});
