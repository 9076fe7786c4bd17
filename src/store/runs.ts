import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

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
  readonly limit: number;
}

/** Runs in SQLite. Every write carries the epoch of the host; once another host has begun, none of them counts. */
export interface RunStore {
  readonly epoch: number;
  /** The run, or the one that has its idempotency key. */
  insert(run: NewRun): { readonly row: RunRow; readonly isNew: boolean };
  get(id: string): RunRow | undefined;
  byKey(idempotencyKey: string): RunRow | undefined;
  list(filter: RunFilter): RunRow[];
  /** Not ended, oldest first. */
  open(): RunRow[];
  childrenOf(id: string): RunRow[];
  /** False: refused, another host owns the directory. */
  setStatus(id: string, status: string): boolean;
  requestCancel(id: string): boolean;
  end(id: string, status: string, ending: Data, error: string | null): boolean;
  ops(id: string): OpRow[];
  beginOp(id: string, op: Pick<OpRow, 'name' | 'kind'> & { dueAt?: number | undefined }): boolean;
  endOp(id: string, name: string, value: unknown): boolean;
  putMessage(id: string, topic: string, data: unknown): void;
  message(id: string, topic: string): { readonly data: unknown } | undefined;
  /** Ids of ended top-level runs beyond what is kept. */
  prune(keep: { readonly count: number; readonly before: number }): string[];
}

const FENCE = '(SELECT epoch FROM host_epoch) = ?';

export function createRunStore(db: DatabaseSync): RunStore {
  const epoch = Number(db.prepare('UPDATE host_epoch SET epoch = epoch + 1 RETURNING epoch').get()?.epoch);
  const begin = db.prepare(
    `INSERT INTO run_op (run_id, name, kind, epoch, started_at, due_at) SELECT ?, ?, ?, ?, ?, ? WHERE ${FENCE}`,
  );
  const finish = db.prepare(
    `UPDATE run_op SET ended_at = ?, value = ?, epoch = ? WHERE run_id = ? AND name = ? AND ended_at IS NULL AND ${FENCE}`,
  );
  const change = (sql: string, ...values: SQLInputValue[]): boolean =>
    db.prepare(`${sql} AND ${FENCE}`).run(...values, epoch).changes > 0;
  const get = (id: string) => rowOf(db.prepare('SELECT * FROM run WHERE id = ?').get(id));
  return {
    epoch,
    insert: (run) => insert(db, run, epoch),
    get,
    byKey: (key) => rowOf(db.prepare('SELECT * FROM run WHERE idempotency_key = ?').get(key)),
    list: (filter) => list(db, filter),
    open: () => rows(db, 'SELECT * FROM run WHERE ended_at IS NULL ORDER BY seq'),
    childrenOf: (id) => rows(db, 'SELECT * FROM run WHERE parent_id = ? ORDER BY seq', id),
    setStatus: (id, status) =>
      change(
        'UPDATE run SET status = ?, started_at = coalesce(started_at, ?) WHERE id = ? AND ended_at IS NULL',
        status,
        Date.now(),
        id,
      ),
    requestCancel: (id) =>
      change('UPDATE run SET cancel_at = ? WHERE id = ? AND ended_at IS NULL', Date.now(), id),
    end: (id, status, ending, error) =>
      change(
        'UPDATE run SET status = ?, ending = ?, error = ?, ended_at = ? WHERE id = ? AND ended_at IS NULL',
        status,
        JSON.stringify(ending),
        error,
        Date.now(),
        id,
      ),
    ops: (id) => db.prepare('SELECT * FROM run_op WHERE run_id = ? ORDER BY started_at').all(id).map(toOp),
    beginOp: (id, { name, kind, dueAt }) =>
      begin.run(id, name, kind, epoch, Date.now(), dueAt ?? null, epoch).changes > 0,
    endOp: (id, name, value) =>
      finish.run(Date.now(), JSON.stringify(value ?? null), epoch, id, name, epoch).changes > 0,
    putMessage: (id, topic, data) => {
      db.prepare('INSERT INTO run_message VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING').run(
        id,
        topic,
        JSON.stringify(data ?? null),
        Date.now(),
      );
    },
    message: (id, topic) => {
      const row = db.prepare('SELECT data FROM run_message WHERE run_id = ? AND topic = ?').get(id, topic);
      return row && { data: JSON.parse(String(row.data)) };
    },
    prune: ({ count, before }) =>
      db
        .prepare(
          `DELETE FROM run WHERE ended_at IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM run AS above WHERE above.id = run.parent_id AND above.ended_at IS NULL
           ) AND (ended_at < ? OR seq <= (SELECT coalesce(max(seq), 0) - ? FROM run)) RETURNING id`,
        )
        .all(before, count)
        .map(({ id }) => String(id)),
  };
}

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
  if (made) return { row: made, isNew: true };
  const known = rowOf(
    db.prepare('SELECT * FROM run WHERE id = ? OR idempotency_key = ?').get(run.id, run.idempotencyKey),
  );
  if (!known) throw new Error(`The run ${run.id} could not be written: another host owns the data directory`);
  return { row: known, isNew: false };
}

function list(db: DatabaseSync, { ids, limit, ...equal }: RunFilter): RunRow[] {
  const columns = {
    kind: 'kind',
    workflowId: 'workflow_id',
    actionId: 'action_id',
    actionType: 'action_type',
    status: 'status',
  };
  const wanted = Object.entries(columns).flatMap(([key, column]) => {
    const value = equal[key as keyof typeof equal];
    return value === undefined ? [] : [{ sql: `${column} = ?`, value }];
  });
  const where = [
    ...wanted.map(({ sql }) => sql),
    ...(ids ? [`id IN (${ids.map(() => '?').join(', ')})`] : []),
  ];
  const sql = `SELECT * FROM run ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY seq DESC LIMIT ?`;
  return rows(db, sql, ...wanted.map(({ value }) => value), ...(ids ?? []), limit);
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

// Sound: as above.
const toOp = (row: Data): OpRow =>
  ({
    name: row.name,
    kind: row.kind,
    epoch: row.epoch,
    startedAt: row.started_at,
    dueAt: row.due_at,
    endedAt: row.ended_at,
    value: row.value === null ? undefined : JSON.parse(String(row.value)),
  }) as unknown as OpRow;
