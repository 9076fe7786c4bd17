import type { AuditFound } from '../core/audit-query.ts';

/** An entry of the record as one line. */
export function auditLine({ seq, ts, kind, body }: AuditFound): string {
  const ending =
    body.ok === undefined ? '' : body.ok === true ? 'ok' : `${String(body.code)}: ${String(body.message)}`;
  return `${String(seq).padStart(6)} ${ts} ${kind.padEnd(8)} ${String(body.risk ?? '-').padEnd(8)} ${String(body.tool ?? '').padEnd(24)} ${String(body.principal ?? '')} ${ending}`;
}
