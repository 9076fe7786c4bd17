import { join } from 'node:path';
import { openAuditFile } from '../../src/store/audit/audit-file.ts';
import { problemBehind, START } from '../../src/store/audit/chain.ts';

export interface AuditRow {
  readonly seq: number;
  readonly ts: string;
  readonly kind: string;
  readonly callId: string;
  readonly body: Record<string, unknown>;
}

/** Every row of a data directory's record, read beside its writer; a broken link in the chain throws. */
export function readAudit(dataDir: string): AuditRow[] {
  const file = openAuditFile(join(dataDir, 'audit.db'));
  try {
    let tail = START;
    return Array.from(file.rows(), (row) => {
      if (problemBehind(tail, row) !== undefined) throw new Error(`The chain is broken at entry ${row.seq}`);
      tail = row;
      const { seq, ts, kind, callId, body } = row;
      return { seq, ts, kind, callId, body: JSON.parse(body) as Record<string, unknown> };
    });
  } finally {
    file.close();
  }
}

/** What a call of slow_compute or greet was marked with by the test that made it. */
export const labelOf = ({ body }: AuditRow): string => {
  const { label, name } = body.args as { label?: string; name?: string };
  return label ?? name ?? '';
};
