import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './database.ts';

const CONVERSATION_MIGRATIONS = [
  `CREATE TABLE conversation (
     id TEXT PRIMARY KEY, title TEXT NOT NULL, status TEXT NOT NULL, note TEXT, model TEXT, caller TEXT NOT NULL,
     context TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
   ) STRICT;
   CREATE INDEX conversation_updated ON conversation (updated_at);
   CREATE TABLE message (
     id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
     seq INTEGER NOT NULL, role TEXT NOT NULL, parts TEXT NOT NULL, covers INTEGER, model TEXT, usage TEXT,
     is_partial INTEGER NOT NULL, created_at TEXT NOT NULL, UNIQUE (conversation_id, seq)
   ) STRICT;
   CREATE TABLE call (
     id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
     message_id TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE, place INTEGER NOT NULL,
     provider_call_id TEXT NOT NULL, tool TEXT NOT NULL, args TEXT NOT NULL, malformed TEXT, provider TEXT,
     state TEXT NOT NULL, approval_id TEXT, result TEXT, error_code TEXT, duration_ms REAL,
     attempts INTEGER NOT NULL, created_at TEXT NOT NULL, ended_at TEXT
   ) STRICT;
   CREATE INDEX call_conversation ON call (conversation_id);
   CREATE VIRTUAL TABLE words USING fts5 (text, conversation_id UNINDEXED, message_id UNINDEXED);`,
  `ALTER TABLE conversation ADD COLUMN title_usage TEXT;`,
  `CREATE TABLE call_image (
     call_id TEXT NOT NULL REFERENCES call (id) ON DELETE CASCADE, place INTEGER NOT NULL,
     media_type TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (call_id, place)
   ) STRICT;`,
];

/** Conversations of the assistant. What a call was about to do must survive a power cut: each commit is synced. */
export function openConversationTables(path: string): DatabaseSync {
  const db = openDatabase(path, CONVERSATION_MIGRATIONS);
  db.exec('PRAGMA synchronous = FULL');
  return db;
}

/** Whether a host left something in the middle; also where the file cannot tell, so that opening it says why. */
export function hasOpenTurns(path: string): boolean {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 200 });
    try {
      return (
        db.prepare("SELECT 1 FROM conversation WHERE status IN ('working', 'waiting') LIMIT 1").get() !==
        undefined
      );
    } finally {
      db.close();
    }
  } catch {
    return true;
  }
}
