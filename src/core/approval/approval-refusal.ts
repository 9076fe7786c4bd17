import { ToolError } from '../errors.ts';
import { withOwnCommand } from '../process/own-command.ts';
import type { Approval } from './approval.ts';

/** Why a call that a person was asked about does not run, or not yet. */
export function approvalRefusal({ id, tool, status, feedback, expiresAt, decidedAt }: Approval): ToolError {
  if (status === 'denied') {
    const words = feedback === null ? '' : `: ${feedback}`;
    return new ToolError('PERMISSION_DENIED', `A person did not allow ${tool}${words}`, {
      hint:
        feedback === null
          ? 'Do not repeat the call; ask what they want instead.'
          : 'Follow what the person said.',
    });
  }
  if (status === 'expired') {
    const words =
      decidedAt === null
        ? `Nobody answered the question about ${tool} in time`
        : `A person allowed ${tool}, but the call was not made before ${expiresAt}`;
    return new ToolError('APPROVAL_EXPIRED', words, { hint: 'Call again to ask again.' });
  }
  return new ToolError('APPROVAL_PENDING', `${tool} waits for a person's approval ${id}`, {
    hint:
      `A person decides with: ${withOwnCommand(`toolgate approvals approve ${id}`)} (or deny). ` +
      `Then call again with the same arguments, or use wait_for_approval. Open until ${expiresAt}.`,
  });
}

/** The question a call waits for, if it does. */
export const approvalIn = ({ code, message }: Pick<ToolError, 'code' | 'message'>): string | undefined =>
  code === 'APPROVAL_PENDING' ? / approval (\S+)$/.exec(message)?.[1] : undefined;
