import type { Approval } from '../../core/approval/approval.ts';
import { ToolError, UsageError } from '../../core/errors.ts';
import { askForOwnCall } from '../cards/ask-for-own-call.ts';
import type { HostClient } from '../host-client.ts';
import { print, printJson } from '../print.ts';
import { findWorkflows } from './find-workflows.ts';

interface Import {
  readonly name: string;
  readonly yaml: string;
  /** The workflow that becomes what the file says; a new one otherwise. */
  readonly replace: string | undefined;
  readonly project: string | undefined;
  readonly json: boolean;
}

/** Stores a checked file as a workflow. It passes the gate; the person here is asked what the gate asks. */
export async function importWorkflow(
  client: HostClient,
  { name, yaml, replace, project, json }: Import,
): Promise<number> {
  if (replace !== undefined && project !== undefined)
    throw new UsageError('--project is for a new workflow; one that is replaced stays in its project.');
  if (replace === undefined) await refuseTwin(client, name);
  const params = {
    yaml,
    ...(replace !== undefined && { id: replace }),
    ...(project !== undefined && { projectId: project }),
  };
  let asked: unknown = null;
  const make = async () => {
    if (asked !== null) await assertAllowed(client, asked, name);
    const result = await client.request('admin/workflows/save', params);
    asked = result.approvalId;
    return { result, isPending: result.approvalId !== null };
  };
  const tool = replace === undefined ? 'create_workflow' : 'update_workflow';
  const isAtTerminal = process.stdin.isTTY && process.stderr.isTTY;
  const outcome = isAtTerminal ? await askForOwnCall(client, { tool, args: { name }, make }) : await make();
  const open = 'left' in outcome ? outcome.left.id : outcome.result.approvalId;
  if ('left' in outcome || open !== null)
    throw new ToolError('APPROVAL_PENDING', `"${name}" is not imported yet; a person has to allow it`, {
      hint: `Answer with toolgate approvals approve ${String(open).slice(0, 8)}, and import it again.`,
    });
  const { workflowId } = outcome.result;
  if (json) return printJson({ workflowId });
  return print(`${replace === undefined ? 'Imported' : 'Replaced'} "${name}" as ${String(workflowId)}.`);
}

/** Made again after a no, the act would ask the same question once more. */
async function assertAllowed(client: HostClient, asked: unknown, name: string): Promise<void> {
  const { approvals } = (await client.request('admin/approvals/list', { status: 'all' })) as {
    approvals: Approval[];
  };
  const { status, feedback } = approvals.find(({ id }) => id === asked) ?? {};
  if (status === 'denied')
    throw new ToolError('PERMISSION_DENIED', `"${name}" was not imported: a person denied it`, {
      hint: feedback ?? undefined,
    });
}

/** A file that is imported twice would be there twice. */
async function refuseTwin(client: HostClient, name: string): Promise<void> {
  const [twin] = (await findWorkflows(client, name)).filter(({ file }) => file === undefined);
  if (twin)
    throw new UsageError(
      `There is a workflow "${name}" already; --replace ${twin.workflowId} changes it to what the file says.`,
    );
}
