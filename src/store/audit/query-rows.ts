import type { DatabaseSync } from 'node:sqlite';
import type { AuditFound, AuditQuery } from '../../core/call/audit-query.ts';
import { partsOf } from './record-parts.ts';

type Value = string | number;

/** Looks things up in all of the record, the newest entries first. */
export function queryRows(db: DatabaseSync, auditPath: string, query: AuditQuery): AuditFound[] {
  const found: AuditFound[] = [];
  for (const part of partsOf(db, auditPath, query)) {
    part.load();
    const { sql, values } = selectIn(query, query.limit - found.length);
    const rows = db.prepare(sql).all(...values);
    // Sound: the select names these columns.
    for (const row of rows)
      found.push({ ...row, body: JSON.parse(String(row.body)) } as unknown as AuditFound);
    if (found.length >= query.limit) break;
  }
  return found;
}

/** One row for each agent and risk, over all of the record. */
export function countCalls(db: DatabaseSync, auditPath: string): Record<string, unknown>[] {
  const sums = new Map<string, Record<string, unknown>>();
  const questions = new Map<string, Set<unknown>>();
  for (const part of partsOf(db, auditPath, {})) {
    part.load();
    for (const { agent, risk, ...counts } of db.prepare(STATS).all()) {
      const key = JSON.stringify([agent, risk]);
      const before = sums.get(key) ?? { agent, risk };
      const sum = Object.entries(counts).map(([name, count]) => [
        name,
        Number(before[name] ?? 0) + Number(count),
      ]);
      sums.set(key, { ...before, ...Object.fromEntries(sum) });
    }
    for (const { agent, risk, approval } of db.prepare(QUESTIONS).all()) {
      const key = JSON.stringify([agent, risk]);
      questions.set(key, (questions.get(key) ?? new Set()).add(approval));
    }
  }
  return [...sums.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, row]) => ({ ...row, asked: questions.get(key)?.size ?? 0 }));
}

// An outcome names its call only; who made it and with which tool stands in the intent beside it.
const WHOLE_ENTRIES = `
  SELECT o.seq, o.ts, o.kind, o.call_id AS callId,
         CASE o.kind WHEN 'outcome' THEN json_patch(coalesce(
             (SELECT i.body FROM part i WHERE i.seq = o.body ->> '$.intent'),
             (SELECT i.body FROM temp.intent i WHERE i.seq = o.body ->> '$.intent'), '{}'), o.body)
           ELSE o.body END AS body
  FROM part o`;

const STATS = `
  SELECT body ->> '$.principal' AS agent, coalesce(body ->> '$.risk', '-') AS risk, sum(kind <> 'asked') AS calls,
         sum(kind = 'refusal' AND body ->> '$.code' <> 'APPROVAL_PENDING') AS refused
  FROM part WHERE kind IN ('intent', 'refusal', 'asked') GROUP BY 1, 2`;

// One question may stand in several rows: where it was asked, where it was answered, where the call ran.
const QUESTIONS = `
  SELECT DISTINCT body ->> '$.principal' AS agent, coalesce(body ->> '$.risk', '-') AS risk, body ->> '$.approval' AS approval
  FROM part WHERE body ->> '$.approval' IS NOT NULL`;

function selectIn(query: AuditQuery, limit: number): { sql: string; values: Value[] } {
  const { where, values } = conditions(query);
  return {
    sql: `SELECT * FROM (${WHOLE_ENTRIES}) WHERE ${where} ORDER BY seq DESC LIMIT ?`,
    values: [...values, limit],
  };
}

function conditions({ seq, tool, principal, agent, client, failed, since, until }: AuditQuery): {
  where: string;
  values: Value[];
} {
  const parts: readonly (readonly [string, ...Value[]] | undefined)[] = [
    seq === undefined ? undefined : ['seq = ?', seq],
    tool === undefined ? undefined : [`body ->> '$.tool' = ?`, tool],
    principal === undefined ? undefined : [`body ->> '$.principal' = ?`, principal],
    agent === undefined
      ? undefined
      : [`? IN (body ->> '$.principal', body ->> '$.session', body ->> '$.client')`, agent],
    // As an MCP client, codex calls itself codex-mcp-client.
    client === undefined
      ? undefined
      : [
          `(body ->> '$.client' = ? OR substr(body ->> '$.client', 1, length(?) + 1) = ? || '-')`,
          client,
          client,
          client,
        ],
    failed === true ? [`body ->> '$.ok' = 0`] : undefined,
    since === undefined ? undefined : ['ts >= ?', since],
    until === undefined ? undefined : ['ts <= ?', until],
  ];
  const used = parts.filter((part) => part !== undefined);
  return {
    where: used.map(([sql]) => sql).join(' AND ') || '1',
    values: used.flatMap(([, ...values]) => values),
  };
}
