import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

const approval = z.strictObject({
  approvalId: z.string().describe('For wait_for_approval'),
  tool: z.string().describe('What was asked about'),
  risk: z.string().describe('Its risk'),
  status: z.string().describe('pending, approved, denied, expired or consumed'),
  createdAt: z.string().describe('ISO time'),
  expiresAt: z.string().describe('When it expires and counts as denied'),
  feedback: z.string().optional().describe('What the person said'),
});

export const listApprovals = defineTool({
  name: 'list_approvals',
  pack: 'gate',
  title: 'List approvals',
  description: 'List your calls that wait for a person or were decided by one. No tool can decide them.',
  input: z.strictObject({ pendingOnly: z.boolean().default(true).describe('Only pending ones') }),
  output: z.strictObject({ approvals: z.array(approval).describe('Oldest first') }),
  effects: ['read'],
  risk: 'SAFE',
  run: (ctx, { pendingOnly }) => ({
    approvals: ctx.approvals
      .list()
      .filter(({ status }) => !pendingOnly || status === 'pending')
      .map(({ id, tool, risk, status, createdAt, expiresAt, feedback }) => ({
        approvalId: id,
        tool,
        risk,
        status,
        createdAt,
        expiresAt,
        ...(feedback !== null && { feedback }),
      })),
  }),
});
