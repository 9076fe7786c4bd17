import * as z from 'zod';
import { approvalRefusal } from '../../core/approval/approval-refusal.ts';
import { ToolError } from '../../core/errors.ts';
import { defineTool } from '../../core/tool/tool.ts';

export const waitForApproval = defineTool({
  name: 'wait_for_approval',
  pack: 'gate',
  title: 'Wait for an approval',
  description:
    'After APPROVAL_PENDING: wait for a person to decide, then run the call and return its result. Returns "pending" if nobody decided in time; then call it again.',
  input: z.strictObject({
    approvalId: z.string().min(1).describe('The id from APPROVAL_PENDING'),
    waitMs: z.number().int().min(0).max(25_000).default(20_000).describe('How long to wait'),
  }),
  output: z.strictObject({
    approvalId: z.string().describe('The approval'),
    status: z.enum(['pending', 'done']).describe('pending: nobody decided yet'),
    tool: z.string().describe('The tool that was asked about'),
    result: z.record(z.string(), z.unknown()).optional().describe('Result of the call'),
    text: z.string().optional().describe('The same as text'),
  }),
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  timeoutMs: 3_600_000,
  run: async (ctx, { approvalId, waitMs }) => {
    const approval = await ctx.approvals.wait(approvalId, waitMs);
    if (!approval)
      throw new ToolError('NOT_FOUND', `You have no approval "${approvalId}"`, {
        hint: 'list_approvals shows your approvals.',
      });
    const { tool, status } = approval;
    if (status === 'denied' || status === 'expired') throw approvalRefusal(approval);
    if (status === 'pending') return { approvalId, status: 'pending' as const, tool };
    if (status === 'consumed')
      throw new ToolError('CONFLICT', `The approval ${approvalId} was already used`, {
        hint: 'Call the tool again to ask again.',
      });
    const answer = await ctx.call(tool, approval.args);
    if (answer.kind !== 'result')
      throw new ToolError(
        'APPROVAL_PENDING',
        `${tool} needs approval again: something changed since it was approved`,
      );
    if (!answer.ok) throw failureOf({ approvalId, tool }, answer.error);
    const text = answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    return { approvalId, status: 'done' as const, tool, result: answer.data, text };
  },
  toText: ({ approvalId, status, tool, text = '' }) =>
    status === 'done' ? text : `pending: nobody has decided about ${tool} yet (${approvalId})`,
});

/** What the call left when it failed (the output of a command) is told as its result would be. */
function failureOf({ approvalId, tool }: { approvalId: string; tool: string }, error: ToolError): ToolError {
  const { code, message, hint, cause, retryable, data: result, text } = error;
  if (!result) return error;
  const data = { approvalId, status: 'done', tool, result, ...(text !== undefined && { text }) };
  return new ToolError(code, message, { hint, cause, retryable, data });
}
