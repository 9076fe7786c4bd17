import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Migrations } from './database.ts';

export const INSTALL_KEY_MIGRATIONS: Migrations = [
  `CREATE TABLE secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`,
];

/** A key of the program's own, made when first asked for; it never leaves the data directory. */
export function installKey(db: DatabaseSync, name: string): Buffer {
  db.prepare('INSERT INTO secret VALUES (?, ?) ON CONFLICT DO NOTHING').run(
    name,
    randomBytes(32).toString('base64'),
  );
  const key = knownKey(db, name);
  if (!key) throw new Error(`The key "${name}" was not kept`);
  return key;
}

/** What seals the masked arguments of a row. */
export const SEAL_KEY = 'sealed-arguments';

/** The same for who only reads; undefined where nothing asked for it yet. */
export function knownKey(db: DatabaseSync, name: string): Buffer | undefined {
  const row = db.prepare('SELECT value FROM secret WHERE name = ?').get(name);
  return row && Buffer.from(String(row.value), 'base64');
}
