import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Approval, ApprovalCard, ApprovalDecision, ApprovalStatus } from '../core/approval/approval.ts';
import { shortened } from '../core/approval/shortened.ts';
import type { Migrations } from './database.ts';
import { onDisk } from './durable.ts';
import { inTransaction } from './transaction.ts';

export const APPROVAL_MIGRATIONS: Migrations = [
  `CREATE TABLE approval (
     id TEXT PRIMARY KEY, digest TEXT NOT NULL, principal TEXT NOT NULL, session TEXT NOT NULL, client TEXT NOT NULL,
     tool TEXT NOT NULL, risk TEXT NOT NULL, card TEXT NOT NULL, args TEXT NOT NULL, status TEXT NOT NULL,
     scope TEXT, decided_by TEXT, decided_via TEXT, feedback TEXT, edited_args TEXT,
     created_at TEXT NOT NULL, expires_at TEXT NOT NULL, decided_at TEXT
   ) STRICT;
   CREATE INDEX approval_digest ON approval (digest, status);
   CREATE INDEX approval_status ON approval (status, expires_at);`,
  `CREATE TABLE approval_whole (
     id TEXT PRIMARY KEY REFERENCES approval (id) ON DELETE CASCADE, card TEXT NOT NULL, args TEXT NOT NULL
   ) STRICT;
   ALTER TABLE approval ADD COLUMN is_shortened INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE approval ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX approval_held ON approval (principal, expires_at, status, decided_via, session, bytes);
   UPDATE approval SET args = '{}', is_shortened = 1
   WHERE length(args) > 50000 AND status IN ('denied', 'expired', 'consumed');`,
  'ALTER TABLE approval ADD COLUMN is_heard INTEGER NOT NULL DEFAULT 0;',
];

const MOST_CLOSED = 1000;
const KEPT_MS = 30 * 86_400_000;
const PRUNE_EVERY = 20;

export interface NewApproval {
  /** The call that asks. */
  readonly callId: string;
  /** Binds the answer to exactly this call and its effect. */
  readonly digest: string;
  readonly principal: string;
  readonly session: string;
  readonly client: string;
  readonly tool: string;
  readonly card: ApprovalCard;
  readonly args: Record<string, unknown>;
  readonly expiresAt: string;
}

export interface Held {
  /** Questions that wait. */
  readonly pending: number;
  /** Of those, of what is allowed and not used yet, and of what the client answered itself a moment ago. */
  readonly bytes: number;
}

/** Approvals are rows: they survive restarts, and every change is a compare-and-set. */
export interface ApprovalStore {
  insert(approval: NewApproval): Approval;
  get(id: string): Approval | undefined;
  /** The newest one for this call that is in this state. */
  find(digest: string, status: ApprovalStatus): Approval | undefined;
  /** Long ones are shortened. */
  list(status?: ApprovalStatus): Approval[];
  holds(session: string, principal: string): { readonly ofAgent: Held; readonly ofUser: Held };
  /** All changes of it and of its neighbours in the file, or none. */
  together<T>(change: () => T): T;
  /** False if it was decided or had expired before. */
  decide(id: string, decision: ApprovalDecision): boolean;
  /** True for exactly one caller. */
  consume(id: string): boolean;
  /** The caller is told of a refusal: true for exactly one of them. */
  hear(id: string): boolean;
  /** Ends those whose time is over; answers their ids. */
  expire(): readonly string[];
}

const INSERT = `
  INSERT INTO approval (id, digest, principal, session, client, tool, risk, card, args, is_shortened, bytes, status, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)`;
const WHOLE = `
  SELECT approval.*, whole.card AS whole_card, whole.args AS whole_args
  FROM approval LEFT JOIN approval_whole AS whole USING (id)`;
const FIND = `${WHOLE} WHERE digest = ? AND status = ? AND expires_at > ? ORDER BY created_at DESC LIMIT 1`;
// A client that answers its own questions would have room for any number of them.
const HELD = `
  SELECT session, count(*) FILTER (WHERE status = 'pending') AS pending, sum(bytes) AS bytes FROM approval
  WHERE principal = ? AND expires_at > ? AND (status IN ('pending', 'approved') OR decided_via = 'client')
  GROUP BY session`;
const DECIDE = `
  UPDATE approval
  SET status = ?, scope = ?, decided_by = ?, decided_via = ?, feedback = ?, edited_args = ?, decided_at = ?
  WHERE id = ? AND status = 'pending' AND expires_at > ?`;
const CONSUME = `UPDATE approval SET status = 'consumed', edited_args = iif(length(edited_args) > 50000, NULL, edited_args) WHERE id = ? AND status = 'approved' AND expires_at > ?`;
const HEAR = `UPDATE approval SET is_heard = 1 WHERE id = ? AND status = 'denied' AND is_heard = 0`;
const EXPIRE = `UPDATE approval SET status = 'expired' WHERE status IN ('pending', 'approved') AND expires_at <= ? RETURNING id`;

const CLOSED = `status IN ('denied', 'expired', 'consumed')`;
// The record says what was asked.
const DROP_WHOLE = `DELETE FROM approval_whole WHERE id IN (SELECT id FROM approval WHERE ${CLOSED})`;
const PRUNE = `
  DELETE FROM approval WHERE ${CLOSED} AND (created_at < ? OR created_at <= (
    SELECT created_at FROM approval WHERE ${CLOSED} ORDER BY created_at DESC LIMIT 1 OFFSET ?))`;

export function createApprovalStore(db: DatabaseSync): ApprovalStore {
  const now = (): string => new Date().toISOString();
  const get = (id: string): Approval | undefined =>
    db.prepare(`${WHOLE} WHERE id = ?`).all(id).map(toApproval)[0];
  const closing = <T>(change: () => T): T => {
    const changed = change();
    db.exec(DROP_WHOLE);
    return changed;
  };
  return {
    get,
    insert: ({ digest, principal, session, client, tool, card, args, expiresAt }) => {
      const id = randomUUID();
      const listed = shortened({ card, args });
      const whole = textsOf({ card, args });
      const bytes = Buffer.byteLength(whole.join(''));
      const { lastInsertRowid } = db
        .prepare(INSERT)
        .run(
          ...[id, digest, principal, session, client, tool, card.risk, ...textsOf(listed)],
          ...[Number(listed.isShortened ?? 0), bytes, now(), expiresAt],
        );
      if (listed.isShortened) db.prepare('INSERT INTO approval_whole VALUES (?, ?, ?)').run(id, ...whole);
      if (Number(lastInsertRowid) % PRUNE_EVERY === 0)
        db.prepare(PRUNE).run(new Date(Date.now() - KEPT_MS).toISOString(), MOST_CLOSED);
      const inserted = get(id);
      if (!inserted) throw new Error('An approval that was just written is not there');
      return inserted;
    },
    together: (change) => onDisk(db, () => inTransaction(db, change)),
    find: (digest, status) => db.prepare(FIND).all(digest, status, now()).map(toApproval)[0],
    list: (status) => {
      const rows =
        status === undefined
          ? db.prepare('SELECT * FROM approval ORDER BY created_at DESC LIMIT 200').all()
          : db.prepare('SELECT * FROM approval WHERE status = ? ORDER BY created_at').all(status);
      return rows.map((row) => shortened(toApproval(row)));
    },
    holds: (session, principal) => {
      const rows = db.prepare(HELD).all(principal, now());
      const sum = (all: typeof rows): Held => ({
        pending: all.reduce((total, { pending }) => total + Number(pending), 0),
        bytes: all.reduce((total, { bytes }) => total + Number(bytes), 0),
      });
      return { ofAgent: sum(rows.filter((row) => row.session === session)), ofUser: sum(rows) };
    },
    decide: (id, { verdict, scope, by, via, feedback = null, editedArgs }) => {
      const status = verdict === 'approve' ? 'approved' : 'denied';
      const edited = editedArgs ? JSON.stringify(editedArgs) : null;
      return closing(
        () =>
          db.prepare(DECIDE).run(status, scope, by, via, feedback, edited, now(), id, now()).changes === 1,
      );
    },
    consume: (id) => closing(() => db.prepare(CONSUME).run(id, now()).changes === 1),
    hear: (id) => db.prepare(HEAR).run(id).changes === 1,
    expire: () => {
      const expired = db.prepare(EXPIRE).all(now());
      if (expired.length > 0) db.exec(DROP_WHOLE);
      return expired.map(({ id }) => String(id));
    },
  };
}

const textsOf = ({ card, args }: Pick<Approval, 'card' | 'args'>) =>
  [JSON.stringify(card), JSON.stringify(args)] as const;

const json = (text: unknown): Record<string, unknown> | null =>
  typeof text === 'string' ? (JSON.parse(text) as Record<string, unknown>) : null;

// Sound: the table is STRICT and only this file writes it.
const toApproval = (row: Record<string, unknown>): Approval =>
  ({
    id: row.id,
    principal: row.principal,
    session: row.session,
    client: row.client,
    tool: row.tool,
    risk: row.risk,
    card: json(row.whole_card ?? row.card),
    args: json(row.whole_args ?? row.args) ?? {},
    status: row.status,
    scope: row.scope,
    decidedBy: row.decided_by,
    decidedVia: row.decided_via,
    feedback: row.feedback,
    editedArgs: json(row.edited_args),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    ...(row.is_shortened === 1 && typeof row.whole_args !== 'string' && { isShortened: true }),
  }) as unknown as Approval;
