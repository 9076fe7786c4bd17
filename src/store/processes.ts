import type { DatabaseSync } from 'node:sqlite';
import type { ProcessRecord, ProcessStore } from '../core/process/process-record.ts';
import type { Migrations } from './database.ts';

export const PROCESS_MIGRATIONS: Migrations = [
  `CREATE TABLE process (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;`,
];

export function createProcessStore(db: DatabaseSync): ProcessStore {
  return {
    save: (record) => {
      db.prepare(
        `INSERT INTO process (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
      ).run(record.id, JSON.stringify(record));
    },
    list: () =>
      db
        .prepare('SELECT record FROM process ORDER BY rowid')
        .all()
        .map(({ record }) => JSON.parse(record as string) as ProcessRecord), // Sound: only `save` writes it.
    remove: (id) => {
      db.prepare('DELETE FROM process WHERE id = ?').run(id);
    },
  };
}
