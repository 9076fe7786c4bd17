import type { DatabaseSync } from 'node:sqlite';
import type { Migrations } from './database.ts';

export const TASK_MIGRATIONS: Migrations = [
  `CREATE TABLE task (
     id TEXT PRIMARY KEY, principal TEXT NOT NULL, call_id TEXT NOT NULL, tool TEXT NOT NULL, status TEXT NOT NULL,
     created_at TEXT NOT NULL, updated_at TEXT NOT NULL, ttl_ms INTEGER NOT NULL, message TEXT, outcome TEXT
   ) STRICT;`,
];

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

export interface TaskRow {
  readonly id: string;
  readonly principal: string;
  readonly callId: string;
  readonly tool: string;
  readonly status: TaskStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ttlMs: number;
  readonly message: string | null;
  /** The answer of a finished task, as its transport wrote it. */
  readonly outcome: string | null;
}

type Change = Pick<TaskRow, 'status'> & Partial<Pick<TaskRow, 'message' | 'outcome'>>;

/** Tasks outlive the request that made them, so they are rows before the client hears of them. */
export interface TaskStore {
  insert(row: Pick<TaskRow, 'id' | 'principal' | 'callId' | 'tool' | 'ttlMs'>): void;
  /** Changes a task that has not ended; what has ended stays as it is. */
  update(id: string, change: Change): void;
  get(id: string): TaskRow | undefined;
  /** Ends what an earlier host left unfinished. Answers how many there were. */
  failUnfinished(message: string): number;
  /** Drops tasks whose time to live is over. */
  sweep(): void;
}

const ENDED = `('completed', 'failed', 'cancelled')`;

export function createTaskStore(db: DatabaseSync): TaskStore {
  const now = () => new Date().toISOString();
  return {
    insert: ({ id, principal, callId, tool, ttlMs }) => {
      const at = now();
      db.prepare(`INSERT INTO task VALUES (?, ?, ?, ?, 'working', ?, ?, ?, NULL, NULL)`).run(
        id,
        principal,
        callId,
        tool,
        at,
        at,
        ttlMs,
      );
    },
    update: (id, { status, message = null, outcome = null }) => {
      db.prepare(
        `UPDATE task SET status = ?, updated_at = ?, message = ?, outcome = ? WHERE id = ? AND status NOT IN ${ENDED}`,
      ).run(status, now(), message, outcome, id);
    },
    get: (id) => db.prepare('SELECT * FROM task WHERE id = ?').all(id).map(toRow)[0],
    failUnfinished: (message) =>
      Number(
        db
          .prepare(
            `UPDATE task SET status = 'failed', updated_at = ?, message = ? WHERE status NOT IN ${ENDED}`,
          )
          .run(now(), message).changes,
      ),
    sweep: () => {
      db.prepare(
        `DELETE FROM task WHERE status IN ${ENDED} AND unixepoch(updated_at) * 1000 + ttl_ms < unixepoch() * 1000`,
      ).run();
    },
  };
}

// Sound: the table is STRICT and only this file writes it.
const toRow = (row: Record<string, unknown>): TaskRow => ({
  id: row.id as string,
  principal: row.principal as string,
  callId: row.call_id as string,
  tool: row.tool as string,
  status: row.status as TaskStatus,
  createdAt: row.created_at as string,
  updatedAt: row.updated_at as string,
  ttlMs: row.ttl_ms as number,
  message: row.message as string | null,
  outcome: row.outcome as string | null,
});
