import { join } from 'node:path';
import { chainHash } from '../../src/store/audit-chain.ts';
import { openToLook } from '../../src/store/audit-file.ts';

export interface AuditRow {
  readonly seq: number;
  readonly ts: string;
  readonly kind: string;
  readonly callId: string;
  readonly body: Record<string, unknown>;
}

/** Every row of a data directory's record, read beside whoever writes it; a broken link in the chain throws. */
export function readAudit(dataDir: string): AuditRow[] {
  const db = openToLook(join(dataDir, 'audit.db'));
  try {
    const rows = db.prepare('SELECT * FROM audit ORDER BY seq').all() as unknown as StoredRow[];
    let prev = '0'.repeat(64);
    for (const [i, row] of rows.entries()) {
      const expected = chainHash(prev, { ...row, callId: row.call_id });
      if (row.seq !== i + 1 || row.prev !== prev || row.hash !== expected)
        throw new Error(`The chain is broken at entry ${row.seq}`);
      prev = row.hash;
    }
    return rows.map(({ seq, ts, kind, call_id, body }) => ({
      seq,
      ts,
      kind,
      callId: call_id,
      body: JSON.parse(body) as Record<string, unknown>,
    }));
  } finally {
    db.close();
  }
}

interface StoredRow {
  readonly seq: number;
  readonly ts: string;
  readonly kind: string;
  readonly call_id: string;
  readonly body: string;
  readonly prev: string;
  readonly hash: string;
}

/** What a call of slow_compute or greet was marked with by the test that made it. */
export const labelOf = ({ body }: AuditRow): string => {
  const { label, name } = body.args as { label?: string; name?: string };
  return label ?? name ?? '';
};
