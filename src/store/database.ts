import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../core/errors.ts';

/** Each entry takes the file one version up; entries are only ever added. */
export type Migrations = readonly string[];

/** Opens a file of ours, brings its schema up to date, and refuses untouched what it cannot serve. */
export function openDatabase(path: string, migrations: Migrations): DatabaseSync {
  assertWritable(path);
  const db = open(path);
  try {
    const version = schemaVersion(db, path);
    if (version > migrations.length) {
      throw new UsageError(
        `${path} was written by a newer Toolgate (schema ${version}, this program knows ${migrations.length}). ` +
          'Nothing was changed. Update Toolgate, or use another --data-dir.',
      );
    }
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
    migrate(db, migrations, version);
    return db;
  } catch (error) {
    db.close();
    throw explain(error, path);
  }
}

function migrate(db: DatabaseSync, migrations: Migrations, version: number): void {
  if (version === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const sql of migrations.slice(version)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function assertWritable(path: string): void {
  const directory = dirname(path);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new UsageError(
      `The data directory ${directory} is not writable: ${reason(error)}. Choose another with --data-dir.`,
    );
  }
}

function open(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 200, defensive: true });
  } catch (error) {
    throw explain(error, path);
  }
}

function schemaVersion(db: DatabaseSync, path: string): number {
  try {
    const row = db.prepare('PRAGMA user_version').get();
    // The header alone does not prove that the rest is there; the schema's pages are the cheapest proof.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return Number(row?.user_version);
  } catch (error) {
    throw explain(error, path);
  }
}

function explain(error: unknown, path: string): unknown {
  if (error instanceof UsageError) return error;
  // SQLite's primary result codes: the lower byte of the extended one.
  const code = Number((error as { errcode?: unknown }).errcode) & 0xff;
  const SQLITE_BUSY = 5;
  const SQLITE_READONLY = 8;
  const SQLITE_CORRUPT = 11;
  const SQLITE_FULL = 13;
  const SQLITE_CANTOPEN = 14;
  const SQLITE_NOTADB = 26;
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) {
    return new UsageError(
      `${path} is damaged (${reason(error)}). Nothing was changed. Move it away or restore a backup.`,
    );
  }
  if (code === SQLITE_READONLY || code === SQLITE_CANTOPEN || code === SQLITE_FULL) {
    return new UsageError(
      `${path} cannot be written: ${reason(error)}. Check the disk, or choose another --data-dir.`,
    );
  }
  if (code === SQLITE_BUSY) return new UsageError(`${path} is in use by another program.`);
  return error;
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
