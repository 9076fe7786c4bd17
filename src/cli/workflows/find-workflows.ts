import type { WorkflowView } from '../../core/workflow/workflows.ts';
import type { HostClient } from '../host-client.ts';

/** The workflow with this id, or those with this name. */
export async function findWorkflows(client: HostClient, name: string): Promise<WorkflowView[]> {
  const { workflows } = (await client.request('admin/workflows/list', {})) as { workflows: WorkflowView[] };
  const byId = workflows.filter(({ workflowId }) => workflowId === name);
  return byId.length > 0 ? byId : workflows.filter((one) => one.name === name);
}
