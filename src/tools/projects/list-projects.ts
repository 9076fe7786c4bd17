import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { projectSummary, toSummary } from './project-schema.ts';

export const listProjects = defineTool({
  name: 'list_projects',
  pack: 'projects',
  title: 'List projects',
  description: 'List registered projects and those found below the open directories.',
  input: z.strictObject({
    query: z.string().max(1000).optional().describe('Part of a name, path or description'),
  }),
  output: z.strictObject({
    projects: z.array(projectSummary).describe('Registered first'),
    total: z.number().describe('How many'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  run: async (ctx, { query }) => {
    const projects = (await ctx.projects.list(query)).map(toSummary);
    return { projects, total: projects.length };
  },
  toText: ({ projects }) =>
    projects.length === 0
      ? 'No projects.'
      : projects.map(({ name, type, path, id }) => `${name} (${type}) ${path} ${id}`).join('\n'),
});
