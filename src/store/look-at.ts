import { accessSync, constants, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../core/errors.ts';
import { AUDIT_MIGRATIONS, lastRow } from './audit/table.ts';
import { assertKnown, damaged, explain } from './database.ts';
import { knownKey } from './secrets.ts';
import { STATE_SCHEMA } from './state.ts';

/** Throws, in words, what would keep a host from going on with its state; changes nothing, beside a host too. */
export const lookAtState = (path: string): void => lookAt(path, STATE_SCHEMA.version);

/** The same for the record. */
export const lookAtAudit = (path: string): void =>
  lookAt(path, AUDIT_MIGRATIONS.length, (db) => void lastRow(db, path));

/** Names of the tokens that are valid at a time. */
export function tokenNamesIn(path: string, at: string): string[] {
  let names: string[] = [];
  lookAt(path, STATE_SCHEMA.version, (db) => {
    names = db
      .prepare('SELECT name FROM token WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)')
      .all(at)
      .map(({ name }) => String(name));
  });
  return names;
}

/** A key of the program's own; undefined where nothing asked for it yet. */
export function keyIn(path: string, name: string): Buffer | undefined {
  let key: Buffer | undefined;
  lookAt(path, STATE_SCHEMA.version, (db) => {
    key = knownKey(db, name);
  });
  return key;
}

/** Whether a record tells of something that people decided; a closed part of it is taken to do so. */
export const tellsOfPeople = (path: string): boolean =>
  isThere(
    path,
    AUDIT_MIGRATIONS.length,
    "SELECT 1 FROM audit WHERE kind IN ('decision', 'admin') UNION ALL SELECT 1 FROM segment LIMIT 1",
  );

/** Whether a record has an administrative entry of this name. */
export const saysLost = (path: string, tool: string): boolean =>
  isThere(
    path,
    AUDIT_MIGRATIONS.length,
    "SELECT 1 FROM audit WHERE kind = 'admin' AND body ->> '$.tool' = ?",
    tool,
  );

/** How many rules and tokens people have made. */
export function answersIn(path: string): number {
  let count = 0;
  lookAt(path, STATE_SCHEMA.version, (db) => {
    count = Number(
      db.prepare('SELECT (SELECT count(*) FROM rule) + (SELECT count(*) FROM token) AS n').get()?.n,
    );
  });
  return count;
}

function isThere(path: string, known: number, sql: string, ...values: string[]): boolean {
  let found = false;
  lookAt(path, known, (db) => {
    found = db.prepare(sql).get(...values) !== undefined;
  });
  return found;
}

type Look = (db: DatabaseSync) => void;

function lookAt(path: string, known: number, more: Look = () => {}): void {
  assertOpen(path);
  assertKnown(path, known);
  const hadLog = hasLog(path);
  try {
    lookInto(path, hadLog ? 'beside others' : 'alone', more);
  } catch (error) {
    if (hadLog || !hasLog(path)) throw explain(error, path);
    // A host that came meanwhile changes pages under a reader without a lock: once more, with one.
    lookAt(path, known, more);
  }
}

/** It is there while a host runs, and after one was killed. */
const hasLog = (path: string): boolean => existsSync(`${path}-wal`);

function assertOpen(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${path} cannot be read and written: ${reason}. Give it to the user Toolgate runs as, or choose another --data-dir.`,
    );
  }
}

function lookInto(path: string, mode: 'beside others' | 'alone', more: Look): void {
  // Even a connection that only reads would make a log, and leave it there, owned by the reader.
  const place = mode === 'alone' ? new URL(`${pathToFileURL(path)}?immutable=1`) : path;
  const db = new DatabaseSync(place, { readOnly: true, timeout: 2000 });
  try {
    const problem = String(db.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    if (problem !== 'ok') throw damaged(path, problem.replaceAll('\n', ' '));
    // A file that was only just made has no tables yet.
    if (db.prepare('SELECT 1 FROM sqlite_schema').get()) more(db);
  } finally {
    // A last row that does not fit has closed it.
    if (db.isOpen) db.close();
  }
}
