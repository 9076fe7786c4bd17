import type { DatabaseSync } from 'node:sqlite';
import type { Migrations } from './database.ts';

export const APPROVED_FILE_MIGRATIONS: Migrations = [
  `CREATE TABLE approved_file (
     path TEXT PRIMARY KEY, sha256 TEXT NOT NULL, text TEXT NOT NULL, approved_at TEXT NOT NULL
   ) STRICT;`,
];

export interface ApprovedFile {
  readonly path: string;
  readonly sha256: string;
  readonly text: string;
}

/** Files that people approved as part of what a command runs, as they were then: a card shows what changed since. */
export interface ApprovedFiles {
  get(path: string): ApprovedFile | undefined;
  save(file: ApprovedFile): void;
}

const MOST = 500;

export function createApprovedFiles(db: DatabaseSync): ApprovedFiles {
  return {
    get: (path) => {
      const row = db.prepare('SELECT sha256, text FROM approved_file WHERE path = ?').get(path);
      return row && { path, sha256: String(row.sha256), text: String(row.text) };
    },
    save: ({ path, sha256, text }) => {
      db.prepare('INSERT OR REPLACE INTO approved_file VALUES (?, ?, ?, ?)').run(
        path,
        sha256,
        text,
        new Date().toISOString(),
      );
      db.prepare(
        'DELETE FROM approved_file WHERE path NOT IN (SELECT path FROM approved_file ORDER BY approved_at DESC LIMIT ?)',
      ).run(MOST);
    },
  };
}
