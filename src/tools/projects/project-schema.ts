import { dirname, join } from 'node:path';
import * as z from 'zod';
import { ECOSYSTEMS, type Project } from '../../core/project.ts';
import type { ToolContext } from '../../core/tool/tool.ts';

export const projectSummary = z.strictObject({
  id: z.string().describe('For remove_project'),
  path: z.string().describe('Absolute path'),
  name: z.string().describe('Name'),
  description: z.string().optional().describe('Description'),
  type: z.string().describe('Kind of project'),
  packageManager: z.string().optional().describe('Package manager'),
  isMonorepo: z.boolean().describe('Contains several packages'),
  currentBranch: z.string().optional().describe('Git branch'),
  isRegistered: z.boolean().describe('Registered, not only found'),
});

export const projectDetails = projectSummary.extend({
  version: z.string().optional().describe('Version'),
  ecosystems: z.array(z.enum(ECOSYSTEMS)).describe('All kinds of project its manifests show'),
  framework: z.string().optional().describe('Framework'),
  monorepoTool: z.string().optional().describe('Tool that runs tasks across its packages'),
  workspaces: z
    .array(z.strictObject({ name: z.string().describe('Name'), path: z.string().describe('Relative path') }))
    .describe('Packages of a monorepo'),
  leftOut: z.string().optional().describe('Why there may be more workspaces or scripts'),
  nodeVersion: z.string().optional().describe('Node version it requires'),
  gitRemote: z.string().optional().describe('Git remote'),
  scripts: z.record(z.string(), z.string()).describe('Scripts by name'),
  workflows: z
    .array(
      z.strictObject({
        workflowId: z.string().describe('For get_workflow'),
        name: z.string().describe('Name'),
      }),
    )
    .describe('Workflows of the project'),
});

export const toSummary = (project: Project): z.output<typeof projectSummary> => ({
  id: project.id,
  path: project.path,
  name: project.name,
  ...(project.description !== undefined && { description: project.description }),
  type: project.ecosystems[0] ?? 'unknown',
  ...(project.packageManager !== undefined && { packageManager: project.packageManager }),
  isMonorepo: project.monorepoTool !== undefined,
  ...(project.currentBranch !== undefined && { currentBranch: project.currentBranch }),
  isRegistered: project.isRegistered,
});

export async function toDetails(
  project: Project,
  { workflows }: Pick<ToolContext, 'workflows'>,
): Promise<z.output<typeof projectDetails>> {
  const { version, framework, monorepoTool, leftOut, nodeVersion, gitRemote } = project;
  return {
    ...toSummary(project),
    ...(version !== undefined && { version }),
    ecosystems: [...project.ecosystems],
    ...(framework !== undefined && { framework }),
    ...(monorepoTool !== undefined && { monorepoTool }),
    workspaces: project.workspaces.map((workspace) => ({ ...workspace })),
    ...(leftOut !== undefined && { leftOut }),
    ...(nodeVersion !== undefined && { nodeVersion }),
    ...(gitRemote !== undefined && { gitRemote }),
    scripts: Object.fromEntries(project.scripts.map(({ name, command }) => [name, command])),
    workflows: (await workflows.list({}))
      .filter((one) => one.projectId === project.id || isFileOf(project, one.file))
      .map(({ workflowId, name }) => ({ workflowId, name })),
  };
}

const isFileOf = ({ path }: Project, file: string | undefined): boolean =>
  file !== undefined && dirname(file) === join(path, '.toolgate', 'workflows');
