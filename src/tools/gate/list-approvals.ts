import * as z from 'zod';
import { defineTool } from '../../core/tool.ts';

const approval = z.strictObject({
  approvalId: z.string().describe('For wait_for_approval'),
  tool: z.string().describe('What was asked about'),
  risk: z.string().describe('Its risk'),
  status: z.string().describe('pending, approved, denied, expired or consumed'),
  createdAt: z.string().describe('ISO time'),
  expiresAt: z.string().describe('When it ends as denied'),
  feedback: z.string().optional().describe('What the person said'),
});

export const listApprovals = defineTool({
  name: 'list_approvals',
  pack: 'gate',
  title: 'List approvals',
  description:
    'List the calls of yours that wait for a person, or that one has decided. No tool can decide them.',
  input: z.strictObject({ pendingOnly: z.boolean().default(true).describe('Only those that wait') }),
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
