import type { Migrations } from '../database.ts';

/** Vectors lie apart from what they are looked up by: a page is then full of them, and each is there once. */
export const KNOWLEDGE_MIGRATIONS: Migrations = [
  `CREATE TABLE collection (
     id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, embedder TEXT NOT NULL, width INTEGER,
     chunks INTEGER NOT NULL DEFAULT 0, vectors INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL
   ) STRICT;
   CREATE TABLE document (
     id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, name TEXT NOT NULL, path TEXT, kind TEXT NOT NULL,
     hash TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (collection, name)
   ) STRICT;
   CREATE TABLE passage (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, used_at INTEGER NOT NULL) STRICT;
   CREATE TABLE chunk (
     id INTEGER PRIMARY KEY, document INTEGER NOT NULL, place INTEGER NOT NULL, start_line INTEGER NOT NULL,
     end_line INTEGER NOT NULL, title TEXT NOT NULL, definitions TEXT NOT NULL, text TEXT NOT NULL,
     passage INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX chunk_document ON chunk (document);
   CREATE INDEX chunk_passage ON chunk (passage);
   CREATE TABLE vector (passage INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;
   CREATE TABLE pending (
     passage INTEGER PRIMARY KEY, embedder TEXT NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL
   ) STRICT;
   CREATE INDEX pending_order ON pending (embedder, place, passage DESC);
   CREATE TABLE source (
     id INTEGER PRIMARY KEY, store TEXT NOT NULL, collection TEXT NOT NULL, path TEXT NOT NULL,
     include_ignored INTEGER NOT NULL, metadata TEXT NOT NULL, scanned_at TEXT, report TEXT,
     UNIQUE (store, collection, path)
   ) STRICT;
   CREATE TABLE file (
     source INTEGER NOT NULL, path TEXT NOT NULL, mtime REAL NOT NULL, size INTEGER NOT NULL, hash TEXT NOT NULL,
     PRIMARY KEY (source, path)
   ) STRICT, WITHOUT ROWID;`,
  // Why a file has nothing to search, so that a later look can still say it.
  `ALTER TABLE file ADD COLUMN skipped TEXT;
   ALTER TABLE file ADD COLUMN reason TEXT;`,
];
