import type { DatabaseSync } from 'node:sqlite';

export interface ScheduleRow {
  readonly workflowId: string;
  readonly spec: unknown;
  readonly nextAt: number | null;
  readonly lastAt: number | null;
  readonly lastRunId: string | null;
  readonly note: string | null;
}

export interface ScheduleStore {
  list(): ScheduleRow[];
  get(workflowId: string): ScheduleRow | undefined;
  set(workflowId: string, spec: unknown, nextAt: number | null): void;
  remove(workflowId: string): void;
  /** Moves on to the next time; only the first who asks gets to fire this one. */
  claim(workflowId: string, at: number, nextAt: number | null): boolean;
  noteRun(workflowId: string, runId: string | null, note: string | null): void;
}

export function createScheduleStore(db: DatabaseSync): ScheduleStore {
  return {
    list: () => db.prepare('SELECT * FROM schedule ORDER BY next_at').all().map(toSchedule),
    get: (id) => {
      const row = db.prepare('SELECT * FROM schedule WHERE workflow_id = ?').get(id);
      return row && toSchedule(row);
    },
    set: (id, spec, nextAt) =>
      void db
        .prepare(
          `INSERT INTO schedule (workflow_id, spec, next_at) VALUES (?, ?, ?)
           ON CONFLICT (workflow_id) DO UPDATE SET spec = excluded.spec, next_at = excluded.next_at, note = NULL`,
        )
        .run(id, JSON.stringify(spec), nextAt),
    remove: (id) => void db.prepare('DELETE FROM schedule WHERE workflow_id = ?').run(id),
    claim: (id, at, nextAt) =>
      db
        .prepare('UPDATE schedule SET next_at = ?, last_at = ? WHERE workflow_id = ? AND next_at = ?')
        .run(nextAt, at, id, at).changes > 0,
    noteRun: (id, runId, note) =>
      void db
        .prepare('UPDATE schedule SET last_run_id = coalesce(?, last_run_id), note = ? WHERE workflow_id = ?')
        .run(runId, note, id),
  };
}

// Sound: the columns are ours, strict, and written above alone.
const toSchedule = (row: Record<string, unknown>): ScheduleRow =>
  ({
    workflowId: row.workflow_id,
    spec: JSON.parse(String(row.spec)),
    nextAt: row.next_at,
    lastAt: row.last_at,
    lastRunId: row.last_run_id,
    note: row.note,
  }) as unknown as ScheduleRow;
