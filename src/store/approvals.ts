import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Approval, ApprovalCard, ApprovalDecision, ApprovalStatus } from '../core/approval/approval.ts';
import type { Migrations } from './database.ts';

export const APPROVAL_MIGRATIONS: Migrations = [
  `CREATE TABLE approval (
     id TEXT PRIMARY KEY, digest TEXT NOT NULL, principal TEXT NOT NULL, session TEXT NOT NULL, client TEXT NOT NULL,
     tool TEXT NOT NULL, risk TEXT NOT NULL, card TEXT NOT NULL, args TEXT NOT NULL, status TEXT NOT NULL,
     scope TEXT, decided_by TEXT, decided_via TEXT, feedback TEXT, edited_args TEXT,
     created_at TEXT NOT NULL, expires_at TEXT NOT NULL, decided_at TEXT
   ) STRICT;
   CREATE INDEX approval_digest ON approval (digest, status);
   CREATE INDEX approval_status ON approval (status, expires_at);`,
];

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

/** Approvals are rows: they survive restarts, and every change is a compare-and-set. */
export interface ApprovalStore {
  insert(approval: NewApproval): Approval;
  get(id: string): Approval | undefined;
  /** The newest one for this call that is in this state. */
  find(digest: string, status: ApprovalStatus): Approval | undefined;
  list(status?: ApprovalStatus): Approval[];
  countPending(session: string, principal: string): { readonly ofAgent: number; readonly ofUser: number };
  /** False if it was decided or had expired before. */
  decide(id: string, decision: ApprovalDecision): boolean;
  /** True for exactly one caller. */
  consume(id: string): boolean;
  /** Ends those whose time is over; answers their ids. */
  expire(): readonly string[];
}

const INSERT = `
  INSERT INTO approval (id, digest, principal, session, client, tool, risk, card, args, status, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)`;
const FIND = `
  SELECT * FROM approval WHERE digest = ? AND status = ? AND expires_at > ? ORDER BY created_at DESC LIMIT 1`;
const COUNT = `
  SELECT count(*) AS ofUser, count(*) FILTER (WHERE session = ?) AS ofAgent
  FROM approval WHERE principal = ? AND status = 'pending' AND expires_at > ?`;
const DECIDE = `
  UPDATE approval
  SET status = ?, scope = ?, decided_by = ?, decided_via = ?, feedback = ?, edited_args = ?, decided_at = ?
  WHERE id = ? AND status = 'pending' AND expires_at > ?`;
const CONSUME = `UPDATE approval SET status = 'consumed' WHERE id = ? AND status = 'approved' AND expires_at > ?`;
const EXPIRE = `UPDATE approval SET status = 'expired' WHERE status IN ('pending', 'approved') AND expires_at <= ? RETURNING id`;

export function createApprovalStore(db: DatabaseSync): ApprovalStore {
  const now = (): string => new Date().toISOString();
  const get = (id: string): Approval | undefined =>
    db.prepare('SELECT * FROM approval WHERE id = ?').all(id).map(toApproval)[0];
  return {
    get,
    insert: ({ digest, principal, session, client, tool, card, args, expiresAt }) => {
      const id = randomUUID();
      const texts = [JSON.stringify(card), JSON.stringify(args)] as const;
      db.prepare(INSERT).run(
        id,
        digest,
        principal,
        session,
        client,
        tool,
        card.risk,
        ...texts,
        now(),
        expiresAt,
      );
      const inserted = get(id);
      if (!inserted) throw new Error('An approval that was just written is not there');
      return inserted;
    },
    find: (digest, status) => db.prepare(FIND).all(digest, status, now()).map(toApproval)[0],
    list: (status) =>
      status === undefined
        ? db.prepare('SELECT * FROM approval ORDER BY created_at DESC LIMIT 200').all().map(toApproval)
        : db
            .prepare('SELECT * FROM approval WHERE status = ? ORDER BY created_at')
            .all(status)
            .map(toApproval),
    countPending: (session, principal) => {
      const { ofAgent = 0, ofUser = 0 } = db.prepare(COUNT).get(session, principal, now()) ?? {};
      return { ofAgent: Number(ofAgent), ofUser: Number(ofUser) };
    },
    decide: (id, { verdict, scope, by, via, feedback = null, editedArgs }) => {
      const status = verdict === 'approve' ? 'approved' : 'denied';
      const edited = editedArgs ? JSON.stringify(editedArgs) : null;
      return db.prepare(DECIDE).run(status, scope, by, via, feedback, edited, now(), id, now()).changes === 1;
    },
    consume: (id) => db.prepare(CONSUME).run(id, now()).changes === 1,
    expire: () =>
      db
        .prepare(EXPIRE)
        .all(now())
        .map(({ id }) => String(id)),
  };
}

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
    card: json(row.card),
    args: json(row.args) ?? {},
    status: row.status,
    scope: row.scope,
    decidedBy: row.decided_by,
    decidedVia: row.decided_via,
    feedback: row.feedback,
    editedArgs: json(row.edited_args),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
  }) as unknown as Approval;
