import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { createLogSync } from './log-sync.ts';
import { FENCE, runOps } from './run-ops.ts';
import { openRunTables } from './workflow-tables.ts';

type Data = Record<string, unknown>;

export interface RunRow {
  readonly seq: number;
  readonly id: string;
  readonly kind: 'workflow' | 'action';
  readonly name: string;
  readonly workflowId: string | null;
  readonly version: number | null;
  readonly actionId: string | null;
  readonly actionType: string | null;
  readonly status: string;
  readonly trigger: string;
  readonly startedBy: string;
  readonly client: string;
  readonly approvalId: string | null;
  readonly parentId: string | null;
  readonly depth: number;
  readonly concurrencyKey: string | null;
  readonly concurrencyLimit: number | null;
  readonly work: unknown;
  readonly inputs: Data;
  readonly ending: Data | null;
  readonly error: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly cancelAt: number | null;
}

export interface NewRun
  extends Omit<
    RunRow,
    'seq' | 'status' | 'ending' | 'error' | 'createdAt' | 'startedAt' | 'endedAt' | 'cancelAt'
  > {
  readonly idempotencyKey: string | null;
}

/** One thing a run did or waits for, by name. */
export interface OpRow {
  readonly name: string;
  readonly kind: 'step' | 'sleep' | 'wait' | 'child';
  readonly epoch: number;
  readonly startedAt: number;
  readonly dueAt: number | null;
  readonly endedAt: number | null;
  readonly value: unknown;
}

export interface RunFilter {
  readonly ids?: readonly string[];
  readonly kind?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly actionId?: string | undefined;
  readonly actionType?: string | undefined;
  readonly status?: string | undefined;
  readonly startedBy?: string | undefined;
  /** Only what works in one of these directories, or in none. */
  readonly roots?: readonly string[] | undefined;
  readonly limit: number;
}

/** What is looked at of all open runs; the rest is read when one is started. */
export type OpenRun = Omit<RunRow, 'work' | 'inputs' | 'ending'>;

/**
 * Runs in SQLite. Every write carries the epoch of the host; once another host has begun, none of them counts.
 * What is written survives the end of the host at once, and a power cut once it is `settled`.
 */
export interface RunStore {
  readonly epoch: number;
  settled(): Promise<void>;
  /** The run, or the one that has its idempotency key. */
  insert(run: NewRun): { readonly row: RunRow; readonly isNew: boolean };
  get(id: string): RunRow | undefined;
  byKey(idempotencyKey: string): RunRow | undefined;
  list(filter: RunFilter): RunRow[];
  /** The same for work that its own call does: it is not for the engine to begin while this host lives. */
  insertDirect(run: NewRun): RunRow;
  /** Not ended, oldest first. */
  open(): OpenRun[];
  childrenOf(id: string): RunRow[];
  /** False: refused, another host owns the directory. */
  setStatus(id: string, status: string, at?: number): boolean;
  requestCancel(id: string): boolean;
  end(id: string, status: string, ending: Data, error: string | null): boolean;
  ops(id: string): OpRow[];
  beginOp(id: string, op: Pick<OpRow, 'name' | 'kind'> & { dueAt?: number | undefined }): boolean;
  endOp(id: string, name: string, value: unknown): boolean;
  putMessage(id: string, topic: string, data: unknown): void;
  message(id: string, topic: string): { readonly data: unknown } | undefined;
  /** Ids of ended top-level runs beyond what is kept. */
  prune(keep: { readonly count: number; readonly before: number }): string[];
  close(): Promise<void>;
}

/** Of a file whose schema is up to date. */
export function openRunStore(path: string): RunStore {
  const db = openRunTables(path);
  const epoch = Number(db.prepare('UPDATE host_epoch SET epoch = epoch + 1 RETURNING epoch').get()?.epoch);
  // Only now is there a log for certain.
  const sync = createLogSync(path);
  const noted = (changes: number | bigint): boolean => {
    sync.soon();
    return changes > 0;
  };
  const change = (sql: string, ...values: SQLInputValue[]): boolean =>
    noted(db.prepare(`${sql} AND ${FENCE}`).run(...values, epoch).changes);
  const direct = new Set<string>();
  const get = (id: string) => rowOf(db.prepare('SELECT * FROM run WHERE id = ?').get(id));
  return {
    epoch,
    settled: sync.settled,
    insert: (run) => insert(db, run, epoch),
    insertDirect: (run) => {
      direct.add(run.id);
      return insert(db, run, epoch).row;
    },
    get,
    byKey: (key) => rowOf(db.prepare('SELECT * FROM run WHERE idempotency_key = ?').get(key)),
    list: (filter) => list(db, filter),
    open: () =>
      rows(db, `SELECT ${LIGHT} FROM run WHERE ended_at IS NULL ORDER BY seq`).filter(
        ({ id }) => !direct.has(id),
      ),
    childrenOf: (id) => rows(db, 'SELECT * FROM run WHERE parent_id = ? ORDER BY seq', id),
    setStatus: (id, status, at = Date.now()) =>
      change(
        'UPDATE run SET status = ?, started_at = coalesce(started_at, ?) WHERE id = ? AND ended_at IS NULL',
        status,
        at,
        id,
      ),
    requestCancel: (id) =>
      change('UPDATE run SET cancel_at = ? WHERE id = ? AND ended_at IS NULL', Date.now(), id),
    end: (id, status, ending, error) => {
      direct.delete(id);
      return change(
        'UPDATE run SET status = ?, ending = ?, error = ?, ended_at = ? WHERE id = ? AND ended_at IS NULL',
        status,
        JSON.stringify(ending),
        error,
        Date.now(),
        id,
      );
    },
    ...runOps(db, epoch, noted),
    prune: ({ count, before }) =>
      db
        .prepare(
          `DELETE FROM run WHERE ended_at IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM run AS above WHERE above.id = run.parent_id AND above.ended_at IS NULL
           ) AND (ended_at < ? OR seq <= (SELECT coalesce(max(seq), 0) - ? FROM run)) RETURNING id`,
        )
        .all(before, count)
        .map(({ id }) => String(id)),
    close: async () => {
      await sync.close();
      db.close();
    },
  };
}

const LIGHT = `seq, id, kind, name, workflow_id, version, action_id, action_type, status, trigger, started_by, client,
  approval_id, parent_id, depth, concurrency_key, concurrency_limit, error, created_at, started_at, ended_at, cancel_at`;

function insert(db: DatabaseSync, run: NewRun, epoch: number): { row: RunRow; isNew: boolean } {
  const row = db
    .prepare(
      `INSERT INTO run (id, kind, name, workflow_id, version, action_id, action_type, status, trigger, started_by, client,
         approval_id, parent_id, depth, idempotency_key, concurrency_key, concurrency_limit, work, inputs, created_at)
       SELECT ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ${FENCE}
       ON CONFLICT DO NOTHING RETURNING *`,
    )
    .get(
      run.id,
      run.kind,
      run.name,
      run.workflowId,
      run.version,
      run.actionId,
      run.actionType,
      run.trigger,
      run.startedBy,
      run.client,
      run.approvalId,
      run.parentId,
      run.depth,
      run.idempotencyKey,
      run.concurrencyKey,
      run.concurrencyLimit,
      JSON.stringify(run.work),
      JSON.stringify(run.inputs),
      Date.now(),
      epoch,
    );
  const made = rowOf(row);
  if (made) {
    db.prepare('UPDATE workflow SET last_run_at = ? WHERE id = ?').run(
      new Date(made.createdAt).toISOString(),
      run.workflowId,
    );
    return { row: made, isNew: true };
  }
  const known = rowOf(
    db.prepare('SELECT * FROM run WHERE id = ? OR idempotency_key = ?').get(run.id, run.idempotencyKey),
  );
  if (!known) throw new Error(`The run ${run.id} could not be written: another host owns the data directory`);
  return { row: known, isNew: false };
}

function list(db: DatabaseSync, { ids, roots, limit, ...equal }: RunFilter): RunRow[] {
  const columns = {
    kind: 'kind',
    workflowId: 'workflow_id',
    actionId: 'action_id',
    actionType: 'action_type',
    status: 'status',
    startedBy: 'started_by',
  };
  const wanted = Object.entries(columns).flatMap(([key, column]) => {
    const value = equal[key as keyof typeof equal];
    return value === undefined ? [] : [{ sql: `${column} = ?`, value }];
  });
  const where = [
    ...wanted.map(({ sql }) => sql),
    ...(ids ? [`id IN (${ids.map(() => '?').join(', ')})`] : []),
    ...(roots
      ? [`(${['PLACE IS NULL', ...roots.map(() => `PLACE || '/' LIKE ? ESCAPE '\\'`)].join(' OR ')})`]
      : []),
  ];
  const sql = `SELECT * FROM run ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY seq DESC LIMIT ?`;
  const below = (roots ?? []).map((root) => `${root.replace(/\/$/, '').replaceAll(/[\\%_]/g, '\\$&')}/%`);
  const values = [...wanted.map(({ value }) => value), ...(ids ?? []), ...below, limit];
  return rows(db, sql.replaceAll('PLACE', "json_extract(work, '$.caller.cwd')"), ...values);
}

const rows = (db: DatabaseSync, sql: string, ...values: SQLInputValue[]): RunRow[] =>
  db
    .prepare(sql)
    .all(...values)
    .flatMap((row) => rowOf(row) ?? []);

// Sound: the columns are ours, strict, and written by `insert` alone.
function rowOf(row: Data | undefined): RunRow | undefined {
  if (!row) return undefined;
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    name: row.name,
    workflowId: row.workflow_id,
    version: row.version,
    actionId: row.action_id,
    actionType: row.action_type,
    status: row.status,
    trigger: row.trigger,
    startedBy: row.started_by,
    client: row.client,
    approvalId: row.approval_id,
    parentId: row.parent_id,
    depth: row.depth,
    concurrencyKey: row.concurrency_key,
    concurrencyLimit: row.concurrency_limit,
    // Read when they are wanted: a look at all open runs needs none of them.
    get work() {
      return JSON.parse(String(row.work));
    },
    get inputs() {
      return JSON.parse(String(row.inputs));
    },
    get ending() {
      return row.ending === null ? null : JSON.parse(String(row.ending));
    },
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    cancelAt: row.cancel_at,
  } as unknown as RunRow;
}
