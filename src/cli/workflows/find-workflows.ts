import { UsageError } from '../../core/errors.ts';
import type { WorkflowView } from '../../core/workflow/workflows.ts';
import type { HostClient } from '../host-client.ts';

/** The workflow with this id, or those with this name. */
export async function findWorkflows(client: HostClient, name: string): Promise<WorkflowView[]> {
  const { workflows } = (await client.request('admin/workflows/list', {})) as { workflows: WorkflowView[] };
  const byId = workflows.filter(({ workflowId }) => workflowId === name);
  return byId.length > 0 ? byId : workflows.filter((one) => one.name === name);
}

/** The one of this name or id. */
export async function theWorkflow(client: HostClient, name: string): Promise<WorkflowView> {
  const [found, ...others] = await findWorkflows(client, name);
  // The host says what there is instead.
  if (!found) return (await client.request('admin/workflows/show', { id: name })) as unknown as WorkflowView;
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ workflowId }) => workflowId).join(', ');
  throw new UsageError(`"${name}" is the name of ${others.length + 1} workflows; give the id: ${ids}.`);
}
