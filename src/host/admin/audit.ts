import * as z from 'zod';
import { AUDIT_KINDS, type AuditFound, withoutSeal } from '../../core/call/audit-query.ts';
import type { AuditView } from '../audit-view.ts';
import type { Host } from '../create-host.ts';
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
    limit: z.number().int().min(1).max(10_000).default(50),
  }),
  output: z.object({ entries: z.array(entrySchema) }),
  run: async (host, query) => ({ entries: (await host.auditReader.query(query)).map(withoutSeal) }),
});

export const countAudit = defineAct({
  name: 'audit/stats',
  about: 'Calls, refusals and questions by agent and risk, over all of the record',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(
      z.object({
        agent: z.string().nullable(),
        risk: z.string(),
        calls: z.number(),
        refused: z.number(),
        asked: z.number(),
      }),
    ),
  }),
  // Sound: the statement behind it names these columns.
  run: (host) => ({ rows: withView(host, (view) => view.stats()) as never }),
});

export const verifyAudit = defineAct({
  name: 'audit/verify',
  about: 'Whether an entry of the record was changed, removed, inserted or cut off',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({
    ok: z.boolean(),
    entries: z.number(),
    first: z.number(),
    last: z.number().describe('The number of the last entry'),
    problem: z.string().nullable(),
  }),
  run: (host) => {
    const { entries, first, last, problem } = withView(host, (view) => view.verify());
    return { ok: problem === undefined, entries, first, last: last?.seq ?? 0, problem: problem ?? null };
  },
});

export const exportAudit = defineAct({
  name: 'audit/export',
  about: 'Every entry as a line of JSON; signed, so that it can be verified on another machine',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({ signed: z.boolean().default(false) }),
  output: z.object({ lines: z.array(z.string()) }),
  run: (host, { signed }) => ({
    lines: withView(host, (view) => [...(signed ? view.signed() : view.lines())]),
  }),
});

function withView<T>(host: Host, look: (view: AuditView) => T): T {
  const view = host.openAudit();
  try {
    return look(view);
  } finally {
    view.close();
  }
}
