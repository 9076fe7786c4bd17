import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './database.ts';

const WORKFLOW_MIGRATIONS = [
  `CREATE TABLE host_epoch (one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL) STRICT;
   INSERT INTO host_epoch VALUES (1, 0);
   CREATE TABLE workflow (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, project_id TEXT, version INTEGER NOT NULL, document TEXT NOT NULL,
     file TEXT, hash TEXT NOT NULL, enabled TEXT, expose_as TEXT UNIQUE, created_by TEXT NOT NULL,
     created_at TEXT NOT NULL, updated_at TEXT NOT NULL, last_run_at TEXT
   ) STRICT;
   CREATE TABLE workflow_version (
     workflow_id TEXT NOT NULL REFERENCES workflow (id) ON DELETE CASCADE, version INTEGER NOT NULL,
     document TEXT NOT NULL, hash TEXT NOT NULL, created_by TEXT NOT NULL, created_at TEXT NOT NULL,
     PRIMARY KEY (workflow_id, version)
   ) STRICT;
   CREATE TABLE schedule (
     workflow_id TEXT PRIMARY KEY REFERENCES workflow (id) ON DELETE CASCADE, spec TEXT NOT NULL,
     next_at INTEGER, last_at INTEGER, last_run_id TEXT, note TEXT
   ) STRICT;
   CREATE TABLE action (
     id TEXT PRIMARY KEY, type TEXT NOT NULL, name TEXT NOT NULL, description TEXT, project_id TEXT,
     config TEXT NOT NULL, is_enabled INTEGER NOT NULL, created_by TEXT NOT NULL, created_at TEXT NOT NULL,
     updated_at TEXT NOT NULL
   ) STRICT;
   CREATE TABLE action_permission (
     subject TEXT PRIMARY KEY, level TEXT NOT NULL, set_by TEXT NOT NULL, set_at TEXT NOT NULL
   ) STRICT;
   CREATE TABLE step_template (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, command TEXT NOT NULL, category TEXT NOT NULL, description TEXT,
     created_by TEXT NOT NULL, created_at TEXT NOT NULL
   ) STRICT;
   CREATE TABLE webhook_in (
     id TEXT PRIMARY KEY, workflow_id TEXT NOT NULL REFERENCES workflow (id) ON DELETE CASCADE, name TEXT NOT NULL,
     auth TEXT NOT NULL, token_hash TEXT, tolerance_s INTEGER NOT NULL, per_minute INTEGER NOT NULL,
     input_map TEXT NOT NULL, enabled TEXT, created_by TEXT NOT NULL, created_at TEXT NOT NULL, last_used_at TEXT
   ) STRICT;
   CREATE TABLE delivery (
     id TEXT PRIMARY KEY, direction TEXT NOT NULL, webhook_id TEXT NOT NULL, event_id TEXT NOT NULL,
     attempt INTEGER NOT NULL, status TEXT NOT NULL, status_code INTEGER, detail TEXT, run_id TEXT,
     duration_ms INTEGER, created_at TEXT NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX delivery_received ON delivery (webhook_id, event_id) WHERE direction = 'in';
   CREATE INDEX delivery_webhook ON delivery (webhook_id, created_at);`,
  `CREATE TABLE run (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, name TEXT NOT NULL,
     workflow_id TEXT, version INTEGER, action_id TEXT, action_type TEXT, status TEXT NOT NULL, trigger TEXT NOT NULL,
     started_by TEXT NOT NULL, client TEXT NOT NULL, approval_id TEXT, parent_id TEXT, depth INTEGER NOT NULL,
     idempotency_key TEXT UNIQUE, concurrency_key TEXT, concurrency_limit INTEGER, work TEXT NOT NULL,
     inputs TEXT NOT NULL, ending TEXT, error TEXT, created_at INTEGER NOT NULL, started_at INTEGER,
     ended_at INTEGER, cancel_at INTEGER
   ) STRICT;
   CREATE INDEX run_open ON run (status, seq) WHERE ended_at IS NULL;
   CREATE INDEX run_action ON run (action_id, seq);
   CREATE INDEX run_workflow ON run (workflow_id, seq);
   CREATE INDEX run_parent ON run (parent_id) WHERE parent_id IS NOT NULL;
   CREATE TABLE run_op (
     run_id TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE, name TEXT NOT NULL, kind TEXT NOT NULL,
     epoch INTEGER NOT NULL, started_at INTEGER NOT NULL, due_at INTEGER, ended_at INTEGER, value TEXT,
     PRIMARY KEY (run_id, name)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE run_message (
     run_id TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE, topic TEXT NOT NULL, data TEXT NOT NULL,
     at INTEGER NOT NULL, PRIMARY KEY (run_id, topic)
   ) STRICT, WITHOUT ROWID;`,
  // What an action did when people let it run unasked.
  'ALTER TABLE action_permission ADD COLUMN seen TEXT;',
];

/** Workflows and what starts them. What people decide must survive a power cut: each commit is synced. */
export function openWorkflowTables(path: string): DatabaseSync {
  const db = openDatabase(path, WORKFLOW_MIGRATIONS);
  db.exec('PRAGMA synchronous = FULL');
  return db;
}

/** Another connection to the same file, for what is written so often that its commits are synced together. */
export const openRunTables = (path: string): DatabaseSync => openDatabase(path, WORKFLOW_MIGRATIONS);
