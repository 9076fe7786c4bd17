import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/program.ts';
import { openSchema } from './database.ts';
import { partsSchema } from './schema-parts.ts';
import { openState } from './state.ts';

const newPath = (): string => join(temporaryDirectory(), 'toolgate.db');

const ONE = ['CREATE TABLE one (id INTEGER PRIMARY KEY) STRICT', 'ALTER TABLE one ADD COLUMN note TEXT'];
const TWO = ['CREATE TABLE two (id INTEGER PRIMARY KEY) STRICT'];

const open = (path: string, parts: Record<string, readonly string[]>, earlier: string[][] = []) =>
  openSchema(path, partsSchema(parts, earlier));
const tablesOf = (db: DatabaseSync) =>
  db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .all()
    .map(({ name }) => name);
const partsOf = (db: DatabaseSync) => db.prepare('SELECT name, version FROM part ORDER BY name').all();
const versionOf = (db: DatabaseSync) => db.prepare('PRAGMA user_version').get()?.user_version;

test('each part gets the migrations it lacks, whatever order the parts came in', () => {
  const path = newPath();
  open(path, { one: ONE.slice(0, 1) }).close();
  open(path, { two: TWO, one: ONE.slice(0, 1) }).close();
  const db = open(path, { two: TWO, one: ONE });
  expect([tablesOf(db), partsOf(db), versionOf(db)]).toEqual([
    ['one', 'part', 'two'],
    [
      { name: 'one', version: 2 },
      { name: 'two', version: 1 },
    ],
    3,
  ]);
  expect(db.prepare('SELECT * FROM one').columns()).toHaveLength(2);
  db.close();
});

test('a file from before there were parts keeps its rows and gets what it lacks', () => {
  const path = newPath();
  const old = new DatabaseSync(path);
  old.exec(`${ONE[0]}; INSERT INTO one VALUES (7); PRAGMA user_version = 1`);
  old.close();
  const db = open(path, { two: TWO, one: ONE }, [['one'], ['two']]);
  expect([tablesOf(db), db.prepare('SELECT * FROM one').all()]).toEqual([
    ['one', 'part', 'two'],
    [{ id: 7, note: null }],
  ]);
  db.close();
});

test('a file with a part that is newer, or not known, is refused', () => {
  const path = newPath();
  open(path, { one: ONE, two: TWO }).close();
  const before = readFileSync(path);
  expect(() => open(path, { one: ONE })).toThrow('schema 3, this program knows 2');
  // As many migrations, and not the same ones.
  expect(() => open(path, { one: ONE.slice(0, 1), two: [...TWO, 'CREATE TABLE more (id)'] })).toThrow(
    `${path} was written by another version of Toolgate: its part "one" is at 2, this program knows 1`,
  );
  expect(() => open(path, { one: ONE, three: TWO })).toThrow(
    'its part "two" is at 1, this program knows no such part',
  );
  expect(readFileSync(path)).toEqual(before);
});

/** What the program before this one made. */
const VERSION_3 = `
  CREATE TABLE secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE token (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
    created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT
  ) STRICT;
  CREATE TABLE task (
    id TEXT PRIMARY KEY, principal TEXT NOT NULL, call_id TEXT NOT NULL, tool TEXT NOT NULL, status TEXT NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, ttl_ms INTEGER NOT NULL, message TEXT, outcome TEXT
  ) STRICT;
  CREATE TABLE approval (
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
  CREATE TABLE hold (agent TEXT PRIMARY KEY, state TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL) STRICT;
  CREATE TABLE project (
    id TEXT PRIMARY KEY, path TEXT NOT NULL UNIQUE, name TEXT NOT NULL, created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE process (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  PRAGMA user_version = 3;`;

test('the state of the program before parts is taken over', () => {
  const path = newPath();
  const old = new DatabaseSync(path);
  old.exec(`${VERSION_3} INSERT INTO hold VALUES ('me', 'paused', 'you', 'now')`);
  old.close();
  const taken = openState(path);
  const fresh = openState(newPath());
  expect([tablesOf(taken), partsOf(taken), versionOf(taken)]).toEqual([
    tablesOf(fresh),
    partsOf(fresh),
    versionOf(fresh),
  ]);
  expect(taken.prepare('SELECT * FROM hold').all()).toEqual([
    { agent: 'me', state: 'paused', by: 'you', at: 'now' },
  ]);
  taken.close();
  fresh.close();
});
