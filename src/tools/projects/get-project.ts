import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { projectDetails, toDetails } from './project-schema.ts';

export const getProject = defineTool({
  name: 'get_project',
  pack: 'projects',
  title: 'Project details',
  description:
    'Show a project: kind, framework, package manager, workspaces, scripts, workflows, Git branch.',
  input: z.strictObject({ path: z.string().min(1).describe('Directory of the project, or its id') }),
  output: projectDetails,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  touches: ({ path }) => (isId(path) ? [] : [{ kind: 'path', access: 'list', path }]),
  run: async (ctx, { path }) => toDetails(await ctx.projects.get(path), ctx),
});

const isId = (path: string): boolean => /^prj_[0-9a-f]{12}$/.test(path);
