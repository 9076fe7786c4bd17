import * as z from 'zod';
import { ECOSYSTEMS, type Project, type RegisteredProject } from '../../core/project.ts';
import { defineAct } from './act.ts';

const registeredSchema = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  createdAt: z.string(),
}) satisfies z.ZodType<RegisteredProject>;

const projectSchema = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  version: z.string().exactOptional(),
  description: z.string().exactOptional(),
  ecosystems: z.array(z.enum(ECOSYSTEMS)),
  framework: z.string().exactOptional(),
  packageManager: z.string().exactOptional(),
  monorepoTool: z.string().exactOptional(),
  workspaces: z.array(z.object({ name: z.string(), path: z.string() })),
  nodeVersion: z.string().exactOptional(),
  gitRemote: z.string().exactOptional(),
  currentBranch: z.string().exactOptional(),
  scripts: z.array(z.object({ name: z.string(), command: z.string() })),
  isRegistered: z.boolean(),
}) satisfies z.ZodType<Project>;

export const listProjects = defineAct({
  name: 'projects/list',
  about: 'The directories that are registered as projects',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'projects' }],
  input: z.strictObject({}),
  output: z.object({ projects: z.array(registeredSchema) }),
  run: (host) => ({ projects: host.projects.list() }),
});

export const addProject = defineAct({
  name: 'projects/add',
  about: 'Register a directory as a project, which opens it to agents',
  scope: 'admin',
  routes: [{ method: 'POST', path: 'projects' }],
  input: z.strictObject({
    path: z.string().min(1).describe('An absolute path'),
    name: z.string().optional(),
  }),
  output: z.object({ project: projectSchema, created: z.boolean() }),
  run: (host, { path, name }) => host.projects.register(path, name),
});

export const removeProject = defineAct({
  name: 'projects/remove',
  about: 'Forget a project; its files stay',
  scope: 'admin',
  input: z.strictObject({ id: z.string().min(1) }),
  output: z.object({ id: z.string(), path: z.string(), name: z.string() }),
  run: (host, { id }) => host.projects.remove(id),
});
