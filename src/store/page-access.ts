import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Migrations } from './database.ts';

export const PAGE_ACCESS_MIGRATIONS: Migrations = [
  `CREATE TABLE page_link (hash TEXT PRIMARY KEY, expires_at TEXT NOT NULL) STRICT;
   CREATE TABLE page_session (
     id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, expires_at TEXT NOT NULL,
     last_used_at TEXT NOT NULL, browser TEXT NOT NULL
   ) STRICT;`,
];

/** A browser that was let in. */
export interface PageSession {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string;
  /** What the browser calls itself: for display only. */
  readonly browser: string;
}

/** Who may use the page: links that work once, and the browsers that were let in with them. Only hashes are kept. */
export interface PageAccess {
  /** A secret that lets one browser in. */
  createLink(): string;
  /** Lets a browser in; undefined where the link was used before, or is too old. */
  enter(
    link: string,
    browser: string,
  ): { readonly session: PageSession; readonly secret: string } | undefined;
  /** The session behind a secret that is valid now. */
  verify(secret: string): PageSession | undefined;
  list(): PageSession[];
  /** Signs a browser out. */
  end(id: string): PageSession | undefined;
  /** Called with each session that is ended. */
  onEnd(listener: (session: PageSession) => void): void;
}

const LINK_MS = 43_200_000;
const SESSION_MS = 30 * 86_400_000;
const LONGEST_BROWSER = 200;

export function createPageAccess(db: DatabaseSync): PageAccess {
  const listeners = new Set<(session: PageSession) => void>();
  const later = (ms: number): string => new Date(Date.now() + ms).toISOString();
  const now = (): string => new Date().toISOString();
  const find = (column: 'id' | 'hash', value: string): PageSession | undefined => {
    const row = db
      .prepare(`SELECT * FROM page_session WHERE ${column} = ? AND expires_at > ?`)
      .get(value, now());
    return row && toSession(row);
  };
  return {
    createLink: () => {
      const secret = randomBytes(32).toString('base64url');
      db.prepare('DELETE FROM page_link WHERE expires_at <= ?').run(now());
      db.prepare('INSERT INTO page_link VALUES (?, ?)').run(hash('sha256', secret), later(LINK_MS));
      return secret;
    },
    enter: (link, browser) => {
      const used = db.prepare('DELETE FROM page_link WHERE hash = ? AND expires_at > ?');
      if (used.run(hash('sha256', link), now()).changes !== 1) return undefined;
      const secret = randomBytes(32).toString('base64url');
      const id = randomUUID();
      db.prepare('DELETE FROM page_session WHERE expires_at <= ?').run(now());
      db.prepare('INSERT INTO page_session VALUES (?, ?, ?, ?, ?, ?)').run(
        ...([id, hash('sha256', secret), now(), later(SESSION_MS), now()] as const),
        browser.slice(0, LONGEST_BROWSER),
      );
      const session = find('id', id);
      if (!session) throw new Error('A session that was just written is not there');
      return { session, secret };
    },
    verify: (secret) => {
      const session = find('hash', hash('sha256', secret));
      // Once a minute is enough for "last used".
      if (session && session.lastUsedAt.slice(0, 16) !== now().slice(0, 16))
        db.prepare('UPDATE page_session SET last_used_at = ? WHERE id = ?').run(now(), session.id);
      return session;
    },
    list: () =>
      db
        .prepare('SELECT * FROM page_session WHERE expires_at > ? ORDER BY created_at')
        .all(now())
        .map(toSession),
    end: (id) => {
      const session = find('id', id);
      db.prepare('DELETE FROM page_session WHERE id = ?').run(id);
      if (session) for (const listener of listeners) listener(session);
      return session;
    },
    onEnd: (listener) => void listeners.add(listener),
  };
}

// Sound: the table is STRICT and only this file writes it.
const toSession = (row: Record<string, unknown>): PageSession => ({
  id: row.id as string,
  createdAt: row.created_at as string,
  expiresAt: row.expires_at as string,
  lastUsedAt: row.last_used_at as string,
  browser: row.browser as string,
});
