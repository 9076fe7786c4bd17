import type { Approval, ApprovalAnswer } from '../../core/approval/approval.ts';
import type { HostClient } from '../host-client.ts';

/** Writes the answer of the person at this terminal; says what came of it. */
export async function decideAt(
  client: HostClient,
  { id, tool }: Approval,
  answer: ApprovalAnswer,
): Promise<string> {
  try {
    const { status, scope } = await client.request('admin/approvals/decide', { id, ...answer });
    return `${String(status)} (${String(scope)}): ${tool}`;
  } catch (error) {
    // Somebody else was first, or it expired while it was read.
    return error instanceof Error ? error.message : String(error);
  }
}
