import { expect } from 'vitest';
import type { ApprovalCard } from '../../src/core/approval/approval.ts';
import type { Answer } from '../../src/core/call/call.ts';
import type { Host } from '../../src/host/create-host.ts';

interface Called {
  readonly answer: Answer;
  /** What the person was shown. */
  readonly card: ApprovalCard;
}

/** Calls a tool that must be asked about, has a person approve it, and calls it again. */
export async function callApproved(
  { host, call }: { host: Host; call: (tool: string, args?: unknown) => Promise<Answer> },
  tool: string,
  args: Record<string, unknown>,
): Promise<Called> {
  expect(await call(tool, args)).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  const asked = host.approvals.list().find(({ status }) => status === 'pending');
  if (!asked) throw new Error(`Nobody was asked about ${tool}`);
  host.approvals.decide(asked.id, { verdict: 'approve', scope: 'once', by: 'person', via: 'terminal' });
  return { answer: await call(tool, args), card: asked.card };
}
