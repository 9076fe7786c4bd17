import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './database.ts';
import { REMOTE_MIGRATIONS } from './remote-hosts.ts';

export const STATE_MIGRATIONS = [
  `CREATE TABLE secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
   CREATE TABLE token (
     id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
     created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT
   ) STRICT;
   CREATE TABLE task (
     id TEXT PRIMARY KEY, principal TEXT NOT NULL, call_id TEXT NOT NULL, tool TEXT NOT NULL, status TEXT NOT NULL,
     created_at TEXT NOT NULL, updated_at TEXT NOT NULL, ttl_ms INTEGER NOT NULL, message TEXT, outcome TEXT
   ) STRICT;`,
  `CREATE TABLE approval (
     id TEXT PRIMARY KEY, digest TEXT NOT NULL, principal TEXT NOT NULL, session TEXT NOT NULL, client TEXT NOT NULL,
     tool TEXT NOT NULL, risk TEXT NOT NULL, card TEXT NOT NULL, args TEXT NOT NULL, status TEXT NOT NULL,
     scope TEXT, decided_by TEXT, decided_via TEXT, feedback TEXT, edited_args TEXT,
     created_at TEXT NOT NULL, expires_at TEXT NOT NULL, decided_at TEXT
   ) STRICT;
   CREATE INDEX approval_digest ON approval (digest, status);
   CREATE INDEX approval_status ON approval (status, expires_at);
   CREATE TABLE rule (
     id TEXT PRIMARY KEY, verdict TEXT NOT NULL, tool TEXT NOT NULL, pattern TEXT NOT NULL, session TEXT,
     created_by TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT, uses INTEGER NOT NULL, last_used_at TEXT
   ) STRICT;
   CREATE TABLE hold (agent TEXT PRIMARY KEY, state TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL) STRICT;`,
  `CREATE TABLE project (
     id TEXT PRIMARY KEY, path TEXT NOT NULL UNIQUE, name TEXT NOT NULL, created_at TEXT NOT NULL
   ) STRICT;
   CREATE TABLE process (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;`,
  ...REMOTE_MIGRATIONS,
];

/** Everything but the audit: tokens, tasks, approvals, rules, projects, processes and the program's own keys. */
export const openState = (path: string): DatabaseSync => openDatabase(path, STATE_MIGRATIONS);
