import type { DatabaseSync } from 'node:sqlite';
import type { Migrations } from './database.ts';

export const NATIVE_SESSION_MIGRATIONS: Migrations = [
  `CREATE TABLE native_session (
     session TEXT PRIMARY KEY, directory TEXT NOT NULL, started_at TEXT NOT NULL
   ) STRICT;`,
];

/** Where clients started their sessions: a session outlives the host, and tells of its start only once. */
export interface NativeSessions {
  directoryOf(session: string): string | undefined;
  /** The first word counts. */
  start(session: string, directory: string): void;
}

const MOST = 500;

export function createNativeSessions(db: DatabaseSync): NativeSessions {
  return {
    directoryOf: (session) => {
      const row = db.prepare('SELECT directory FROM native_session WHERE session = ?').get(session);
      return row && String(row.directory);
    },
    start: (session, directory) => {
      db.prepare('INSERT OR IGNORE INTO native_session VALUES (?, ?, ?)').run(
        session,
        directory,
        new Date().toISOString(),
      );
      db.prepare(
        'DELETE FROM native_session WHERE session NOT IN (SELECT session FROM native_session ORDER BY started_at DESC, rowid DESC LIMIT ?)',
      ).run(MOST);
    },
  };
}
