import * as z from 'zod';
import { isInside } from '../../core/path/paths.ts';
import { ECOSYSTEMS, type Project, type RegisteredProject } from '../../core/project.ts';
import type { Rights } from '../rights.ts';
import { defineAct } from './act.ts';

const registeredSchema = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  createdAt: z.string(),
}) satisfies z.ZodType<RegisteredProject>;

/** A host that was told its directories opens those alone, whatever is registered. */
const isOpen = z.boolean().describe('Agents may use it: false where the host was told other directories');

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
  output: z.object({ projects: z.array(registeredSchema.extend({ isOpen })) }),
  run: (host) => ({
    projects: host.projects.list().map((one) => ({ ...one, isOpen: isOpenTo(host.rights, one.path) })),
  }),
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
  output: z.object({ project: projectSchema, created: z.boolean(), isOpen }),
  run: async (host, { path, name }) => {
    const registered = await host.projects.register(path, name);
    return { ...registered, isOpen: isOpenTo(host.rights, registered.project.path) };
  },
});

export const removeProject = defineAct({
  name: 'projects/remove',
  about: 'Forget a project; its files stay',
  scope: 'admin',
  input: z.strictObject({ id: z.string().min(1) }),
  output: z.object({ id: z.string(), path: z.string(), name: z.string() }),
  run: (host, { id }) => host.projects.remove(id),
});

const isOpenTo = (rights: Pick<Rights, 'openToAll'>, path: string): boolean =>
  isInside(path, rights.openToAll());
