import type { Approval, ApprovalAnswer } from '../core/approval/approval.ts';
import { userId } from '../core/process/user-id.ts';
import type { Host } from '../host/create-host.ts';
import type { ApprovalReply, ToolgateOptions } from './toolgate.ts';

/** Puts every question to the program's own `approve`, those that were open before it started as well. */
export function answerApprovals(
  { approvals, log }: Host,
  approve: NonNullable<ToolgateOptions['approve']>,
): () => void {
  const by = `local:${userId()}`;
  const answer = async (approval: Approval): Promise<void> => {
    const reply = answerOf(await approve(approval));
    // Somebody at a terminal may have been faster, or the time is over.
    if (reply && approvals.get(approval.id)?.status === 'pending')
      approvals.decide(approval.id, { ...reply, by, via: 'api' });
  };
  const ask = (approval: Approval): void => {
    if (approval.status !== 'pending') return;
    answer(approval).catch((error: unknown) =>
      log.error('approve failed; the question stays open', { approvalId: approval.id, error }),
    );
  };
  for (const listed of approvals.list('pending')) ask(approvals.get(listed.id) ?? listed);
  return approvals.onChange(ask);
}

function answerOf(reply: ApprovalReply): ApprovalAnswer | undefined {
  if (reply === undefined) return undefined;
  if (typeof reply === 'boolean') return { verdict: reply ? 'approve' : 'deny', scope: 'once' };
  return { scope: 'once', ...reply };
}
