import type { DatabaseSync } from 'node:sqlite';
import type { ProjectRecords, RegisteredProject } from '../core/project.ts';
import type { Migrations } from './database.ts';

export const PROJECT_MIGRATIONS: Migrations = [
  `CREATE TABLE project (
     id TEXT PRIMARY KEY, path TEXT NOT NULL UNIQUE, name TEXT NOT NULL, created_at TEXT NOT NULL
   ) STRICT;`,
];

export function createProjectStore(db: DatabaseSync): ProjectRecords {
  // Asked for with each HTTP request that has no roots of its own.
  const all = db.prepare('SELECT * FROM project ORDER BY name, path');
  return {
    list: () => all.all().map(toProject),
    save: ({ id, path, name }) => {
      const row = db
        .prepare(
          'INSERT INTO project VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING *',
        )
        .get(id, path, name, new Date().toISOString());
      if (!row) throw new Error(`The project ${id} was not written`);
      return toProject(row);
    },
    remove: (id) => void db.prepare('DELETE FROM project WHERE id = ?').run(id),
  };
}

const toProject = ({ id, path, name, created_at }: Record<string, unknown>): RegisteredProject => ({
  id: String(id),
  path: String(path),
  name: String(name),
  createdAt: String(created_at),
});
