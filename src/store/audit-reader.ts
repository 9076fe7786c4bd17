import type { AuditFound, AuditQuery, AuditReader } from '../core/audit-query.ts';
import type { QueryWorker } from './query-worker.ts';

type Value = string | number;

// An outcome names its call only; who made it and with which tool stands in the intent beside it.
const WHOLE_ENTRIES = `
  SELECT o.seq, o.ts, o.kind, o.call_id AS callId,
         CASE o.kind WHEN 'outcome'
           THEN json_patch((SELECT i.body FROM audit i WHERE i.seq = o.body ->> '$.intent'), o.body)
           ELSE o.body END AS body
  FROM audit o`;

/** Looks things up in the table from a worker, since a history has no upper size. `settle` brings all rows into it. */
export const createAuditReader = (worker: QueryWorker, settle: () => void): AuditReader => ({
  query: async (query) => {
    settle();
    const { sql, values } = auditSelect(query);
    const rows = await worker.all(sql, values);
    // Sound: the table is STRICT and has these columns.
    return rows.map((row) => ({ ...row, body: JSON.parse(String(row.body)) }) as unknown as AuditFound);
  },
});

/** The statement that answers a query, the newest entries first. */
export function auditSelect(query: AuditQuery): { sql: string; values: Value[] } {
  const { where, values } = conditions(query);
  return {
    sql: `SELECT * FROM (${WHOLE_ENTRIES}) WHERE ${where} ORDER BY seq DESC LIMIT ?`,
    values: [...values, query.limit],
  };
}

function conditions({ seq, tool, agent, failed, since, until }: AuditQuery): {
  where: string;
  values: Value[];
} {
  const parts: readonly (readonly [string, ...Value[]] | undefined)[] = [
    seq === undefined ? undefined : ['seq = ?', seq],
    tool === undefined ? undefined : [`body ->> '$.tool' = ?`, tool],
    agent === undefined
      ? undefined
      : [`? IN (body ->> '$.principal', body ->> '$.session', body ->> '$.client')`, agent],
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
