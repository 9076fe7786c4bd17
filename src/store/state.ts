import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './database.ts';

const MIGRATIONS = [
  `CREATE TABLE secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
   CREATE TABLE token (
     id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
     created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT
   ) STRICT;
   CREATE TABLE task (
     id TEXT PRIMARY KEY, principal TEXT NOT NULL, call_id TEXT NOT NULL, tool TEXT NOT NULL, status TEXT NOT NULL,
     created_at TEXT NOT NULL, updated_at TEXT NOT NULL, ttl_ms INTEGER NOT NULL, message TEXT, outcome TEXT
   ) STRICT;`,
];

/** Everything but the audit: tokens, tasks and the program's own keys. */
export const openState = (path: string): DatabaseSync => openDatabase(path, MIGRATIONS);
