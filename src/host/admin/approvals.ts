import * as z from 'zod';
import {
  APPROVAL_SCOPES,
  APPROVAL_STATUSES,
  type Approval,
  type ApprovalAnswer,
  DECISION_CHANNELS,
} from '../../core/approval/approval.ts';
import { linkPath } from '../../core/approval/approval-link.ts';
import { ToolError } from '../../core/errors.ts';
import { RISKS } from '../../core/risk.ts';
import { defineAct } from './act.ts';
import { previewPart } from './preview-schema.ts';
import { patternSchema } from './rule-schema.ts';

const data = z.record(z.string(), z.unknown());
const id = z.string().min(1).describe('The id of the approval');

const answerFields = {
  verdict: z.enum(['approve', 'deny']),
  scope: z.enum(APPROVAL_SCOPES).default('once').describe('How far the answer reaches'),
  feedback: z.string().max(2000).optional().describe('What the agent should do instead, or know'),
  editedArgs: data.optional().describe('The arguments to run instead'),
} satisfies Record<keyof ApprovalAnswer, z.ZodType>;

export const approvalSchema = z.object({
  id: z.string(),
  principal: z.string(),
  session: z.string(),
  client: z.string(),
  tool: z.string(),
  risk: z.enum(RISKS),
  card: z.object({
    title: z.string(),
    risk: z.enum(RISKS),
    reasons: z.array(z.string()),
    rule: z.string().exactOptional().describe('Which rule led to the question'),
    segments: z
      .array(z.object({ text: z.string(), risk: z.enum(RISKS), reasons: z.array(z.string()) }))
      .exactOptional()
      .describe('The commands of a line'),
    preview: z.string(),
    parts: z.array(previewPart).exactOptional().describe('The preview as data'),
    details: z
      .array(z.string())
      .exactOptional()
      .describe('What it may do, the files it runs, what the agent says'),
    scopes: z.array(z.enum(APPROVAL_SCOPES)),
    remember: patternSchema,
  }),
  args: data,
  status: z.enum(APPROVAL_STATUSES),
  scope: z.enum(APPROVAL_SCOPES).nullable(),
  decidedBy: z.string().nullable(),
  decidedVia: z.enum(DECISION_CHANNELS).nullable(),
  feedback: z.string().nullable(),
  editedArgs: data.nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  decidedAt: z.string().nullable(),
  isShortened: z.literal(true).exactOptional().describe('Long arguments are cut; approvals/get has them'),
}) satisfies z.ZodType<Approval>;

export const listApprovals = defineAct({
  name: 'approvals/list',
  about: 'The questions agents have asked, those that wait first of all',
  scope: 'approvals:decide',
  isRead: true,
  routes: [{ method: 'GET', path: 'approvals' }],
  input: z.strictObject({
    status: z
      .enum([...APPROVAL_STATUSES, 'all'])
      .default('pending')
      .describe('Only those in this state'),
  }),
  output: z.object({ approvals: z.array(approvalSchema) }),
  run: (host, { status }) => ({ approvals: host.approvals.list(status === 'all' ? undefined : status) }),
});

export const getApproval = defineAct({
  name: 'approvals/get',
  about: 'One question with its card',
  scope: 'approvals:decide',
  isRead: true,
  routes: [{ method: 'GET', path: 'approvals/{id}' }],
  input: z.strictObject({ id }),
  output: approvalSchema,
  run: (host, input) => {
    const approval = host.approvals.get(input.id);
    if (!approval) throw new ToolError('NOT_FOUND', `There is no approval "${input.id}"`);
    return approval;
  },
});

export const decideApproval = defineAct({
  name: 'approvals/decide',
  about: 'Allow or deny what an agent asked; the first answer counts',
  scope: 'approvals:decide',
  isRecorded: false,
  routes: [{ method: 'POST', path: 'approvals/{id}' }],
  input: z.strictObject({ id, ...answerFields }),
  output: approvalSchema,
  run: (host, { id, ...answer }, { by, via }) => host.approvals.decide(id, { ...answer, by, via }),
});

export const linkToApproval = defineAct({
  name: 'approvals/link',
  about: 'The path of a web address that answers this one question',
  scope: 'approvals:decide',
  isRead: true,
  input: z.strictObject({ id }),
  output: z.object({ path: z.string() }),
  run: (host, { id }) => ({ path: linkPath(host.stateKey, id) }),
});
