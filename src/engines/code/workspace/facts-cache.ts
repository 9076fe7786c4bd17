import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { LeanFacts } from './lean-facts.ts';

/** What was read, on disk: by content, and which content each file had when it was last looked at. */
export interface FactsCache {
  get(hash: string): LeanFacts | undefined;
  filesOf(root: string): Map<string, { readonly stamp: string; readonly hash: string }>;
  /** Takes in what was read of a root, all of it or nothing. */
  put(root: string, files: readonly CachedFile[], gone: readonly string[]): void;
  /** Files that ended the process that read them, and how often. */
  blame(path: string): void;
  blamed(path: string, stamp: string): number;
  close(): void;
}

export interface CachedFile {
  readonly path: string;
  readonly stamp: string;
  readonly hash: string;
  readonly facts?: LeanFacts | undefined;
}

/** Another number makes all of it be read again: what is kept of a file has changed. */
const FORMAT = 12;
const MOST_ROWS = 200_000;
/** The facts of a hundred thousand files; behind it nothing new is kept until the next start makes room. */
const MOST_BYTES = 512_000_000;
/** What one transaction and the marks of files that end the reader may take beyond that. */
const SPARE_BYTES = 64_000_000;
/** A log that grew once is cut back. */
const LOG_BYTES = 16_000_000;

/** A cache: whatever is wrong with the file, it is made anew. */
export function openFactsCache(directory: string, mostBytes = MOST_BYTES): FactsCache {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'code.db');
  try {
    return cacheOn(open(path), mostBytes);
  } catch {
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    return cacheOn(open(path), mostBytes);
  }
}

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 2000 });
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA journal_size_limit = ${LOG_BYTES};`);
  if (Number(db.prepare('PRAGMA user_version').get()?.user_version) === FORMAT) {
    // Reads a page of each table: a file that was cut off is found out here, not in the middle of an answer.
    db.prepare('SELECT (SELECT count(*) FROM files), (SELECT count(*) FROM facts)').get();
    return db;
  }
  db.exec(`
    DROP TABLE IF EXISTS facts; DROP TABLE IF EXISTS files; DROP TABLE IF EXISTS blamed;
    CREATE TABLE facts (hash TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE files (root TEXT, path TEXT, stamp TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (root, path)) WITHOUT ROWID;
    CREATE TABLE blamed (path TEXT PRIMARY KEY, stamp TEXT NOT NULL, times INTEGER NOT NULL) WITHOUT ROWID;
    PRAGMA user_version = ${FORMAT};
    VACUUM;
  `);
  return db;
}

function cacheOn(db: DatabaseSync, mostBytes: number): FactsCache {
  const select = db.prepare('SELECT body FROM facts WHERE hash = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO facts (hash, body) VALUES (?, ?)');
  const setFile = db.prepare('INSERT OR REPLACE INTO files (root, path, stamp, hash) VALUES (?, ?, ?, ?)');
  const removeFile = db.prepare('DELETE FROM files WHERE root = ? AND path = ?');
  const inOne = (act: () => void): void => {
    db.exec('BEGIN IMMEDIATE');
    try {
      act();
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };
  prune(db, mostBytes);
  const pageSize = Number(db.prepare('PRAGMA page_size').get()?.page_size);
  db.exec(`PRAGMA max_page_count = ${Math.ceil((mostBytes + SPARE_BYTES) / pageSize)}`);
  return {
    get: (hash) => {
      const row = select.get(hash);
      return row?.body instanceof Uint8Array
        ? (JSON.parse(zstdDecompressSync(row.body).toString()) as LeanFacts) // Sound: written by `put`.
        : undefined;
    },
    filesOf: (root) =>
      new Map(
        db
          .prepare('SELECT path, stamp, hash FROM files WHERE root = ?')
          .all(root)
          .map(({ path, stamp, hash }) => [String(path), { stamp: String(stamp), hash: String(hash) }]),
      ),
    put: (root, files, gone) => {
      if (bytesIn(db) > mostBytes) return;
      inOne(() => {
        for (const { path, stamp, hash, facts } of files) {
          if (facts) insert.run(hash, zstdCompressSync(JSON.stringify(facts)));
          setFile.run(root, path, stamp, hash);
        }
        for (const path of gone) removeFile.run(root, path);
      });
    },
    blame: (path) =>
      void db
        .prepare(
          `INSERT INTO blamed (path, stamp, times) VALUES (?, '', 1)
           ON CONFLICT (path) DO UPDATE SET times = times + 1`,
        )
        .run(path),
    blamed: (path, stamp) => {
      const row = db.prepare('SELECT stamp, times FROM blamed WHERE path = ?').get(path);
      if (!row) return 0;
      if (row.stamp !== '' && row.stamp !== stamp) {
        // It has changed since: it gets another chance.
        db.prepare('DELETE FROM blamed WHERE path = ?').run(path);
        return 0;
      }
      db.prepare('UPDATE blamed SET stamp = ? WHERE path = ?').run(stamp, path);
      return Number(row.times);
    },
    close: () => db.close(),
  };
}

/** Contents that no file has any more go when there are many, and all of them where that is not enough. */
function prune(db: DatabaseSync, mostBytes: number): void {
  const { count } = db.prepare('SELECT count(*) AS count FROM facts').get() ?? {};
  const isLarge = (): boolean => bytesIn(db) > mostBytes * 0.75;
  if (Number(count) <= MOST_ROWS && !isLarge()) return;
  db.exec('DELETE FROM facts WHERE hash NOT IN (SELECT hash FROM files)');
  if (isLarge()) db.exec('DELETE FROM facts; DELETE FROM files; VACUUM');
}

/** What it holds, without pages that wait to be used again. */
function bytesIn(db: DatabaseSync): number {
  const { pages, free, size } =
    db
      .prepare(
        `SELECT page_count AS pages, freelist_count AS free, page_size AS size
         FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
      )
      .get() ?? {};
  return (Number(pages) - Number(free)) * Number(size);
}
