import * as z from 'zod';
import { CALL_STATES, CONVERSATION_STATUSES, MESSAGE_ROLES } from '../../core/assistant/conversation.ts';
import { approvalSchema } from './approvals.ts';

export const summarySchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(CONVERSATION_STATUSES),
  note: z.string().nullable().describe('Why it failed or was stopped'),
  model: z.string().nullable().describe('Chosen for this conversation'),
  cwd: z.string().nullable().describe('Directory it works in'),
  roots: z.array(z.string()).describe('Directories that are open to it'),
  startedBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  excerpt: z.string().exactOptional().describe('What a search found'),
});

const usageSchema = z.object({
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  cost: z.number().nullable().describe('Dollars; null where assistant.prices has no price for the model'),
});

const messageSchema = z.object({
  id: z.string(),
  seq: z.number(),
  role: z.enum(MESSAGE_ROLES),
  parts: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.enum(['text', 'reasoning']), text: z.string() }),
      z.object({ type: z.literal('call'), callId: z.string() }),
    ]),
  ),
  covers: z.number().nullable().describe('A summary stands for the messages up to this number'),
  model: z.string().nullable(),
  usage: usageSchema.nullable(),
  isPartial: z.boolean().describe('It was stopped before its end'),
  createdAt: z.string(),
});

const callSchema = z.object({
  id: z.string(),
  messageId: z.string(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  malformed: z.string().nullable().describe('Why its arguments could not be read'),
  state: z.enum(CALL_STATES),
  approvalId: z.string().nullable(),
  result: z.string().nullable().describe('As the model is told it'),
  errorCode: z.string().nullable(),
  durationMs: z.number().nullable(),
  attempts: z.number().describe('How often it was handed to the gate: again once a person allowed it'),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});

export const conversationSchema = summarySchema.extend({
  context: z.string().describe('What the model is told of the project'),
  messages: z.array(messageSchema),
  calls: z.array(callSchema),
  approvals: z.array(approvalSchema).describe('The questions its calls wait for'),
  draft: z
    .object({ messageId: z.string(), text: z.string() })
    .nullable()
    .describe('The answer that is being written'),
  usage: usageSchema,
});
