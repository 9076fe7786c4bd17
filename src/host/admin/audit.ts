import * as z from 'zod';
import { AUDIT_KINDS, type AuditFound } from '../../core/audit-query.ts';
import { defineAct } from './act.ts';

const entrySchema = z.object({
  seq: z.number(),
  ts: z.string(),
  kind: z.enum(AUDIT_KINDS),
  callId: z.string(),
  body: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<AuditFound>;

export const queryAudit = defineAct({
  name: 'audit/query',
  about: 'Entries of the record, the newest first',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'audit' }],
  input: z.strictObject({
    seq: z.number().int().positive().optional().describe('The one with this number'),
    tool: z.string().optional(),
    agent: z.string().optional().describe("A principal, a session or a client's name"),
    failed: z.boolean().optional().describe('Only what failed'),
    since: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
    limit: z.number().int().min(1).max(1000).default(50),
  }),
  output: z.object({ entries: z.array(entrySchema) }),
  run: async (host, query) => ({ entries: await host.auditReader.query(query) }),
});
