import type { DatabaseSync } from 'node:sqlite';
import type { Migrations } from './database.ts';

export const NATIVE_SESSION_MIGRATIONS: Migrations = [
  `CREATE TABLE native_session (
     session TEXT PRIMARY KEY, directory TEXT NOT NULL, started_at TEXT NOT NULL
   ) STRICT;`,
  `ALTER TABLE native_session ADD COLUMN places TEXT;`,
];

/** Where clients started their sessions: a session outlives the host, and tells of its start only once. */
export interface NativeSessions {
  directoryOf(session: string): string | undefined;
  /** The first word counts. */
  start(session: string, directory: string): void;
  /** Directories in which its terminal may be by now; 'any' where that is not known. */
  placesOf(session: string): readonly string[] | 'any';
  move(session: string, places: readonly string[] | 'any'): void;
}

const MOST = 500;

export function createNativeSessions(db: DatabaseSync): NativeSessions {
  return {
    directoryOf: (session) => {
      const row = db.prepare('SELECT directory FROM native_session WHERE session = ?').get(session);
      return row && String(row.directory);
    },
    start: (session, directory) => {
      db.prepare(
        'INSERT OR IGNORE INTO native_session (session, directory, started_at) VALUES (?, ?, ?)',
      ).run(session, directory, new Date().toISOString());
      db.prepare(
        'DELETE FROM native_session WHERE session NOT IN (SELECT session FROM native_session ORDER BY started_at DESC, rowid DESC LIMIT ?)',
      ).run(MOST);
    },
    placesOf: (session) => {
      const row = db.prepare('SELECT places FROM native_session WHERE session = ?').get(session);
      // Sound: `move` below wrote it.
      return row?.places ? (JSON.parse(String(row.places)) as readonly string[] | 'any') : [];
    },
    move: (session, places) => {
      db.prepare('UPDATE native_session SET places = ? WHERE session = ?').run(
        JSON.stringify(places),
        session,
      );
    },
  };
}
