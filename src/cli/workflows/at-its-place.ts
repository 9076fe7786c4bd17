import { existsSync } from 'node:fs';
import type { WorkflowView } from '../../core/workflow/workflows.ts';
import { agentChoice } from '../agent-choice.ts';
import { type HostClient, withClient } from '../host-client.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import { settingsOf } from '../settings.ts';
import { theWorkflow } from './find-workflows.ts';

/**
 * Does something with a workflow as it is to run. One without a project runs in a registered one, wherever the person
 * stands: these are open for good, and the current directory is open only because somebody is there.
 */
export const atItsPlace = <T>(
  flags: SharedFlags,
  name: string,
  act: (client: HostClient, workflow: WorkflowView) => Promise<T>,
): Promise<T> =>
  withClient(flags, async (client) => {
    const found = await theWorkflow(client, name);
    const roots = await projectsFor(found, flags, client);
    if (roots.length === 0) return act(client, found);
    return withClient({ ...flags, roots }, (placed) => act(placed, found));
  });

/** None where it has a place, or directories were chosen. */
async function projectsFor(
  { projectId, file }: WorkflowView,
  flags: SharedFlags,
  client: HostClient,
): Promise<string[]> {
  if (projectId !== undefined || file !== undefined) return [];
  const { roots } = await settingsOf(flags);
  if (roots.length > 0 || agentChoice(flags, process.env).roots !== undefined) return [];
  const { projects } = (await client.request('admin/projects/list', {})) as { projects: { path: string }[] };
  // One that is gone cannot be opened.
  return projects.map(({ path }) => path).filter((path) => existsSync(path));
}
