import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/program.ts';
import { UsageError } from '../core/errors.ts';
import { openDatabase } from './database.ts';

const FIRST = 'CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT';
const SECOND = `ALTER TABLE a ADD COLUMN note TEXT NOT NULL DEFAULT 'none'`;

const newPath = (): string => join(temporaryDirectory(), 'test.db');

const versionOf = (db: DatabaseSync): unknown => db.prepare('PRAGMA user_version').get()?.user_version;

function refusalOf(path: string, migrations: readonly string[]): string {
  try {
    openDatabase(path, migrations).close();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('It was opened');
}

test('a new file gets the whole schema, and a log that survives kill -9', () => {
  const db = openDatabase(newPath(), [FIRST, SECOND]);
  expect(versionOf(db)).toBe(2);
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  db.close();
});

test('an older file is brought up to date and keeps its rows', () => {
  const path = newPath();
  const older = openDatabase(path, [FIRST]);
  older.exec(`INSERT INTO a VALUES (1, 'kept')`);
  older.close();
  const db = openDatabase(path, [FIRST, SECOND]);
  expect(db.prepare('SELECT * FROM a').all()).toEqual([{ id: 1, name: 'kept', note: 'none' }]);
  expect(versionOf(db)).toBe(2);
  db.close();
});

test('a migration that fails leaves the file as it was', () => {
  const path = newPath();
  openDatabase(path, [FIRST]).close();
  expect(() => openDatabase(path, [FIRST, `${SECOND}; CREATE TABLE a (id)`])).toThrow('already exists');
  const db = openDatabase(path, [FIRST]);
  expect(versionOf(db)).toBe(1);
  expect(db.prepare('SELECT * FROM a').columns()).toHaveLength(2);
  db.close();
});

test('a newer file is refused in words, and not a byte of it is changed', () => {
  const path = newPath();
  openDatabase(path, [FIRST, SECOND]).close();
  const before = readFileSync(path);
  expect(refusalOf(path, [FIRST])).toBe(
    `${path} was written by a newer Toolgate (schema 2, this program knows 1). ` +
      'Nothing was changed. Update Toolgate, or use another --data-dir.',
  );
  expect(readFileSync(path)).toEqual(before);
});

test('a damaged file is refused in words, and not a byte of it is changed', () => {
  const path = newPath();
  const garbage = Buffer.from('this is no database\n'.repeat(500));
  writeFileSync(path, garbage);
  expect(refusalOf(path, [FIRST])).toMatch(
    /test\.db is damaged \(file is not a database\)\. Nothing was changed\./,
  );
  expect(readFileSync(path)).toEqual(garbage);
});

test('a file that another program holds is refused in words', () => {
  const path = newPath();
  openDatabase(path, [FIRST]).close();
  const other = new DatabaseSync(path);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  expect(refusalOf(path, [FIRST])).toBe(
    `${path} is in use by another program. Close that one (a database browser, a backup), or choose another --data-dir.`,
  );
  other.close();
});

test('a directory that is a file is refused in words', () => {
  const path = newPath();
  writeFileSync(path, '');
  expect(refusalOf(join(path, 'inner.db'), [FIRST])).toMatch(
    /The data directory .*test\.db is not writable: /,
  );
});
