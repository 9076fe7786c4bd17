import type { DatabaseSync } from 'node:sqlite';

type Data = Record<string, unknown>;

export type WebhookAuth = 'token' | 'standard' | 'github';

/** A way in from outside that starts a workflow. */
export interface IncomingRow {
  readonly id: string;
  readonly workflowId: string;
  readonly name: string;
  readonly auth: WebhookAuth;
  readonly tokenHash: string | null;
  readonly toleranceS: number;
  readonly perMinute: number;
  /** Input -> path in the body. */
  readonly inputMap: Readonly<Record<string, string>>;
  /** Who opened it, and for which version. */
  readonly enabled: unknown;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface DeliveryRow {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly webhookId: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly status: string;
  readonly statusCode: number | null;
  readonly detail: string | null;
  readonly runId: string | null;
  readonly durationMs: number | null;
}

export interface WebhookStore {
  list(): IncomingRow[];
  get(id: string): IncomingRow | undefined;
  insert(row: Omit<IncomingRow, 'createdAt' | 'lastUsedAt' | 'tokenHash'>): IncomingRow;
  setToken(id: string, tokenHash: string | null): boolean;
  setEnabled(id: string, enabled: unknown): void;
  remove(id: string): boolean;
  noteUse(id: string): void;
  /** Answers what the delivery is kept as; undefined: it started a run before. One that did not is taken up again. */
  receive(row: DeliveryRow): string | undefined;
  noteRun(deliveryId: string, runId: string | null, status: string): void;
  addDelivery(row: DeliveryRow): void;
  deliveries(webhookId: string, limit: number): (DeliveryRow & { createdAt: string })[];
  /** Forgets deliveries from before. */
  prune(before: string): void;
}

export const createWebhookStore = (db: DatabaseSync): WebhookStore => ({
  ...incomingWebhooks(db),
  ...deliveries(db),
});

type Deliveries = Pick<WebhookStore, 'receive' | 'noteRun' | 'addDelivery' | 'deliveries' | 'prune'>;

function incomingWebhooks(db: DatabaseSync): Omit<WebhookStore, keyof Deliveries> {
  const get = (id: string) => toIncoming(db.prepare('SELECT * FROM webhook_in WHERE id = ?').get(id));
  return {
    list: () =>
      db
        .prepare('SELECT * FROM webhook_in ORDER BY name, id')
        .all()
        .flatMap((row) => toIncoming(row) ?? []),
    get,
    insert: ({ id, workflowId, name, auth, toleranceS, perMinute, inputMap, enabled, createdBy }) => {
      db.prepare('INSERT INTO webhook_in VALUES (?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, NULL)').run(
        id,
        workflowId,
        name,
        auth,
        toleranceS,
        perMinute,
        JSON.stringify(inputMap),
        JSON.stringify(enabled ?? null),
        createdBy,
        new Date().toISOString(),
      );
      const row = get(id);
      if (!row) throw new Error(`The webhook ${id} was not written`);
      return row;
    },
    setToken: (id, tokenHash) =>
      db.prepare('UPDATE webhook_in SET token_hash = ? WHERE id = ?').run(tokenHash, id).changes > 0,
    setEnabled: (id, enabled) =>
      void db
        .prepare('UPDATE webhook_in SET enabled = ? WHERE id = ?')
        .run(JSON.stringify(enabled ?? null), id),
    remove: (id) => db.prepare('DELETE FROM webhook_in WHERE id = ?').run(id).changes > 0,
    noteUse: (id) =>
      void db
        .prepare('UPDATE webhook_in SET last_used_at = ? WHERE id = ?')
        .run(new Date().toISOString(), id),
  };
}

function deliveries(db: DatabaseSync): Deliveries {
  const add = (row: DeliveryRow, conflict: string): string | undefined => {
    const kept = db
      .prepare(`INSERT INTO delivery VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ${conflict} RETURNING id`)
      .get(
        row.id,
        row.direction,
        row.webhookId,
        row.eventId,
        row.attempt,
        row.status,
        row.statusCode,
        row.detail,
        row.runId,
        row.durationMs,
        new Date().toISOString(),
      );
    return kept === undefined ? undefined : String(kept.id);
  };
  return {
    receive: (row) =>
      add(
        row,
        `ON CONFLICT (webhook_id, event_id) WHERE direction = 'in' DO UPDATE
          SET attempt = attempt + 1, status = excluded.status WHERE status <> 'started'`,
      ),
    noteRun: (id, runId, status) =>
      void db.prepare('UPDATE delivery SET run_id = ?, status = ? WHERE id = ?').run(runId, status, id),
    addDelivery: (row) => void add(row, ''),
    deliveries: (webhookId, limit) =>
      db
        .prepare('SELECT * FROM delivery WHERE webhook_id = ? ORDER BY rowid DESC LIMIT ?')
        .all(webhookId, limit)
        .map(toDelivery),
    prune: (before) => void db.prepare('DELETE FROM delivery WHERE created_at < ?').run(before),
  };
}

// Sound: the columns are ours, strict, and written above alone.
const toIncoming = (row: Data | undefined): IncomingRow | undefined =>
  row &&
  ({
    id: row.id,
    workflowId: row.workflow_id,
    name: row.name,
    auth: row.auth,
    tokenHash: row.token_hash,
    toleranceS: row.tolerance_s,
    perMinute: row.per_minute,
    inputMap: JSON.parse(String(row.input_map)),
    enabled: JSON.parse(String(row.enabled ?? 'null')),
    createdBy: row.created_by,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  } as IncomingRow);

// Sound: as above.
const toDelivery = (row: Data): DeliveryRow & { createdAt: string } =>
  ({
    id: row.id,
    direction: row.direction,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    attempt: row.attempt,
    status: row.status,
    statusCode: row.status_code,
    detail: row.detail,
    runId: row.run_id,
    durationMs: row.duration_ms,
    createdAt: row.created_at,
  }) as unknown as DeliveryRow & { createdAt: string };
