import type { DatabaseSync } from 'node:sqlite';
import type { AddedHost, HostRecords, HostSpec, HostUse } from '../core/address/remote-host.ts';
import type { Migrations } from './database.ts';

export const REMOTE_HOST_MIGRATIONS: Migrations = [
  `CREATE TABLE remote_host (
     name TEXT NOT NULL, principal TEXT NOT NULL, spec TEXT NOT NULL, added_at TEXT NOT NULL,
     PRIMARY KEY (name, principal)
   ) STRICT;
   CREATE TABLE remote_use (
     name TEXT NOT NULL, principal TEXT NOT NULL, fingerprint TEXT NOT NULL, home TEXT NOT NULL,
     first_used_at TEXT NOT NULL, last_used_at TEXT NOT NULL,
     PRIMARY KEY (name, principal)
   ) STRICT;`,
];

/** Hosts that people added, and who has used which. */
export function createHostRecords(db: DatabaseSync): HostRecords {
  return {
    added: () => db.prepare('SELECT * FROM remote_host ORDER BY name').all().map(toAdded),
    add: ({ name, principal, spec, addedAt }) => {
      db.prepare(
        `INSERT INTO remote_host (name, principal, spec, added_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (name, principal) DO UPDATE SET spec = excluded.spec, added_at = excluded.added_at`,
      ).run(name, principal, JSON.stringify(spec), addedAt);
    },
    use: (principal, name) => {
      const row = db
        .prepare('SELECT * FROM remote_use WHERE principal = ? AND name = ?')
        .get(principal, name);
      return row && toUse(row);
    },
    uses: () => db.prepare('SELECT * FROM remote_use ORDER BY name, principal').all().map(toUse),
    noteUse: ({ principal, name, fingerprint, home }) => {
      const now = new Date().toISOString();
      db.prepare(
        `INSERT INTO remote_use (name, principal, fingerprint, home, first_used_at, last_used_at)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (name, principal) DO UPDATE SET
           fingerprint = excluded.fingerprint, home = excluded.home, last_used_at = excluded.last_used_at`,
      ).run(name, principal, fingerprint, home, now, now);
    },
    forget: (name, principal) => {
      const [where, values] =
        principal === undefined ? ['name = ?', [name]] : ['name = ? AND principal = ?', [name, principal]];
      const gone = ['remote_host', 'remote_use'].map(
        (table) => db.prepare(`DELETE FROM ${table} WHERE ${where}`).run(...values).changes,
      );
      return gone.some((changes) => Number(changes) > 0);
    },
  };
}

// Sound, both: only the statements above write these tables.
const toAdded = (row: Record<string, unknown>): AddedHost => ({
  name: row.name as string,
  principal: row.principal as string,
  spec: JSON.parse(row.spec as string) as HostSpec,
  addedAt: row.added_at as string,
});

const toUse = (row: Record<string, unknown>): HostUse => ({
  name: row.name as string,
  principal: row.principal as string,
  fingerprint: row.fingerprint as string,
  home: row.home as string,
  firstUsedAt: row.first_used_at as string,
  lastUsedAt: row.last_used_at as string,
});
