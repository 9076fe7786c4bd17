import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../core/errors.ts';

/** Each entry takes the file one version up; entries are only ever added. */
export type Migrations = readonly string[];

/** Opens a file of ours, brings its schema up to date, and refuses untouched what it cannot serve. */
export const openDatabase = (path: string, migrations: Migrations): DatabaseSync =>
  openSchema(path, { version: migrations.length, missing: (_db, version) => migrations.slice(version) });

/** What a program knows of a file's schema. */
export interface Schema {
  /** The number of migrations; a file with more was written by a newer program. */
  readonly version: number;
  /** The statements that a file of this version lacks. Throws where it holds what is not known here. */
  missing(db: DatabaseSync, version: number): readonly string[];
}

/** The same for a schema that is more than one list of migrations. */
export function openSchema(path: string, schema: Schema): DatabaseSync {
  assertWritable(path);
  assertKnown(path, schema.version);
  const db = open(path);
  try {
    const version = schemaVersion(db, path);
    if (version > schema.version) throw newer(path, version, schema.version);
    const missing = schema.missing(db, version);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
    if (missing.length > 0) migrate(db, missing, schema.version);
    return db;
  } catch (error) {
    db.close();
    throw explain(error, path);
  }
}

/** Looks at the file itself: opening a newer one, even to ask, could already change it. */
export function assertKnown(path: string, known: number): void {
  const head = existsSync(path) ? readFileHead(path, 100) : undefined;
  if (head?.toString('latin1', 0, 15) !== 'SQLite format 3') return;
  const pageSize = head.readUInt16BE(PAGE_SIZE_AT);
  const version = versionInLog(`${path}-wal`, pageSize) ?? head.readUInt32BE(USER_VERSION_AT);
  if (version > known) throw newer(path, version, known);
  if (pageSize >= 512 && statSync(path).size % pageSize !== 0) throw damaged(path, 'it was cut off');
}

// Offsets in the header of an SQLite file, which is the beginning of its first page.
const PAGE_SIZE_AT = 16;
const USER_VERSION_AT = 60;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** The version in the newest copy of the first page, if a host that was killed left one in its log. */
function versionInLog(path: string, pageSize: number): number | undefined {
  if (!existsSync(path)) return undefined;
  const log = readFileSync(path);
  let version: number | undefined;
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= log.length; at += FRAME_HEADER + pageSize) {
    const isCurrent = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    if (isCurrent && log.readUInt32BE(at) === 1)
      version = log.readUInt32BE(at + FRAME_HEADER + USER_VERSION_AT);
  }
  return version;
}

function readFileHead(path: string, length: number): Buffer {
  const head = Buffer.alloc(length);
  const fd = openSync(path, 'r');
  try {
    readSync(fd, head, 0, length, 0);
    return head;
  } finally {
    closeSync(fd);
  }
}

/** The words for a file that a later program has changed. */
const newer = (path: string, version: number, known: number): UsageError =>
  new UsageError(
    `${path} was written by a newer Toolgate (schema ${version}, this program knows ${known}). ` +
      'Nothing was changed. Update Toolgate, or use another --data-dir.',
  );

/** The words for a file that is not what it should be. */
export const damaged = (path: string, why: string): UsageError =>
  new UsageError(`${path} is damaged (${why}). Nothing was changed. Move it away or restore a backup.`);

function migrate(db: DatabaseSync, statements: readonly string[], version: number): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const sql of statements) db.exec(sql);
    db.exec(`PRAGMA user_version = ${version}; COMMIT`);
  } catch (error) {
    // What went wrong may have ended the transaction already; its own words are the ones that count.
    if (db.isTransaction) db.exec('ROLLBACK');
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

/** What SQLite says of a file, in words; anything else as it is. */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof UsageError) return error;
  const code = resultCode(error);
  const SQLITE_READONLY = 8;
  const SQLITE_IOERR = 10;
  const SQLITE_CORRUPT = 11;
  const SQLITE_FULL = 13;
  const SQLITE_CANTOPEN = 14;
  const SQLITE_NOTADB = 26;
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) {
    return damaged(path, reason(error));
  }
  if (code === SQLITE_READONLY || code === SQLITE_IOERR || code === SQLITE_CANTOPEN || code === SQLITE_FULL) {
    return new UsageError(
      `${path} cannot be written: ${reason(error)}. Check the disk, or choose another --data-dir.`,
    );
  }
  if (isBusy(error))
    return new UsageError(
      `${path} is in use by another program. Close that one (a database browser, a backup), or choose another --data-dir.`,
    );
  return error;
}

/** Another program, or another connection, holds the file. */
export const isBusy = (error: unknown): boolean => {
  const [SQLITE_BUSY, SQLITE_LOCKED] = [5, 6];
  const code = resultCode(error);
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
};

/** SQLite's primary result code: the lower byte of the extended one. */
const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
