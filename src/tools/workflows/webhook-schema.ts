import * as z from 'zod';

export const webhookOutput = z.strictObject({
  webhookId: z.string().describe('Id; of an outgoing one also its actionId'),
  direction: z.enum(['incoming', 'outgoing']).describe('incoming starts a workflow'),
  name: z.string().describe('For people'),
  workflowId: z.string().optional().describe('Workflow it starts'),
  path: z.string().optional().describe('Where it is on the server'),
  url: z.string().optional().describe('Where it goes'),
  auth: z.string().optional().describe('How a sender proves itself'),
  isReady: z.boolean().describe('It can be used'),
  hasSecret: z.boolean().optional().describe('incoming: its token or secret was made'),
  hint: z.string().optional().describe('What a person has to do first'),
  lastUsedAt: z.string().optional().describe('ISO time'),
});
