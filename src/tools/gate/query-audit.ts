import * as z from 'zod';
import { AUDIT_KINDS, withoutSeal } from '../../core/call/audit-query.ts';
import { defineTool } from '../../core/tool/tool.ts';

const entry = z.strictObject({
  seq: z.number().describe('Number of the entry'),
  ts: z.string().describe('ISO time'),
  kind: z.enum(AUDIT_KINDS).describe('What was recorded'),
  callId: z.string().describe('The call'),
  body: z.record(z.string(), z.unknown()).describe('Who, what, how risky, who decided, how it ended'),
});

export const queryAudit = defineTool({
  name: 'query_audit',
  pack: 'gate',
  title: 'Query the record of calls',
  description:
    'Look up your recorded calls, newest first: one by number, or all that match. Use it to find out what a call did or why it failed.',
  input: z.strictObject({
    seq: z.number().int().min(1).optional().describe('One entry by number'),
    tool: z.string().optional().describe('Calls of this tool'),
    agent: z.string().optional().describe('Calls of this principal, session or client name'),
    failed: z.boolean().optional().describe('Only calls that failed or were refused'),
    since: z.string().optional().describe('ISO time of the oldest entry'),
    until: z.string().optional().describe('ISO time of the newest entry'),
    limit: z.number().int().min(1).max(500).default(50).describe('Maximum number of entries'),
  }),
  output: z.strictObject({ entries: z.array(entry).describe('Newest first') }),
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx, args) => ({ entries: (await ctx.audit.query(args)).map(withoutSeal) }),
});
