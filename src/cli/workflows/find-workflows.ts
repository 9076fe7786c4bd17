import { ToolError, UsageError } from '../../core/errors.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { WorkflowView } from '../../core/workflow/workflows.ts';
import type { HostClient } from '../host-client.ts';

/** All of them, and what is wrong with files that are none. */
export const listWorkflows = async (
  client: HostClient,
): Promise<{ readonly workflows: WorkflowView[]; readonly wrongFiles: string[] }> =>
  (await client.request('admin/workflows/list', {})) as unknown as {
    workflows: WorkflowView[];
    wrongFiles: string[];
  };

/** The workflow with this id, or those with this name. */
export async function findWorkflows(client: HostClient, name: string): Promise<WorkflowView[]> {
  const { workflows } = await listWorkflows(client);
  const byId = workflows.filter(({ workflowId }) => workflowId === name);
  return byId.length > 0 ? byId : workflows.filter((one) => one.name === name);
}

/** The one of this name or id. */
export async function theWorkflow(client: HostClient, name: string): Promise<WorkflowView> {
  const [found, ...others] = await findWorkflows(client, name);
  if (!found)
    throw new ToolError('NOT_FOUND', `There is no workflow "${name}"`, { hint: await hintFor(client, name) });
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ workflowId }) => workflowId).join(', ');
  throw new UsageError(`"${name}" is the name of ${others.length + 1} workflows; give the id: ${ids}.`);
}

async function hintFor(client: HostClient, name: string): Promise<string> {
  const { workflows, wrongFiles } = await listWorkflows(client);
  const guess = nearest(
    name,
    workflows.flatMap((one) => [one.name, one.workflowId]),
  );
  if (guess !== undefined) return `Did you mean "${guess}"?`;
  const [wrong] = wrongFiles;
  return wrong === undefined ? 'toolgate workflows list shows them.' : `A file is left out: ${wrong}`;
}
