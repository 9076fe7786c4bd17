import type { DatabaseSync } from 'node:sqlite';
import type { OpRow, RunStore } from './runs.ts';

/** A write of a host that another has followed changes nothing. */
export const FENCE = '(SELECT epoch FROM host_epoch) = ?';

type RunOps = Pick<RunStore, 'ops' | 'beginOp' | 'endOp' | 'putMessage' | 'message'>;

/** What runs did and wait for, and what was sent to them. */
export function runOps(
  db: DatabaseSync,
  epoch: number,
  noted: (changes: number | bigint) => boolean,
): RunOps {
  const begin = db.prepare(
    `INSERT INTO run_op (run_id, name, kind, epoch, started_at, due_at) SELECT ?, ?, ?, ?, ?, ? WHERE ${FENCE}`,
  );
  const finish = db.prepare(
    `UPDATE run_op SET ended_at = ?, value = ?, epoch = ? WHERE run_id = ? AND name = ? AND ended_at IS NULL AND ${FENCE}`,
  );
  return {
    ops: (id) => db.prepare('SELECT * FROM run_op WHERE run_id = ? ORDER BY started_at').all(id).map(toOp),
    beginOp: (id, { name, kind, dueAt }) =>
      noted(begin.run(id, name, kind, epoch, Date.now(), dueAt ?? null, epoch).changes),
    endOp: (id, name, value) =>
      noted(finish.run(Date.now(), JSON.stringify(value ?? null), epoch, id, name, epoch).changes),
    putMessage: (id, topic, data) => {
      // An answer may be older than what is kept of its run.
      db.prepare(
        'INSERT INTO run_message SELECT id, ?, ?, ? FROM run WHERE id = ? ON CONFLICT DO NOTHING',
      ).run(topic, JSON.stringify(data ?? null), Date.now(), id);
    },
    message: (id, topic) => {
      const row = db.prepare('SELECT data FROM run_message WHERE run_id = ? AND topic = ?').get(id, topic);
      return row && { data: JSON.parse(String(row.data)) };
    },
  };
}

// Sound: the columns are ours, strict, and written above alone.
const toOp = (row: Record<string, unknown>): OpRow =>
  ({
    name: row.name,
    kind: row.kind,
    epoch: row.epoch,
    startedAt: row.started_at,
    dueAt: row.due_at,
    endedAt: row.ended_at,
    value: row.value === null ? undefined : JSON.parse(String(row.value)),
  }) as unknown as OpRow;
