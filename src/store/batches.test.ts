import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/program.ts';
import { createBatches } from './batches.ts';

/** A table whose rows are checked only when a transaction ends, as room on a disk is. */
function openTable() {
  const db = new DatabaseSync(join(temporaryDirectory(), 'rows.db'));
  onTestFinished(() => db.close());
  db.exec(`PRAGMA foreign_keys = ON;
    CREATE TABLE owner (id INTEGER PRIMARY KEY);
    CREATE TABLE row (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES owner DEFERRABLE INITIALLY DEFERRED)`);
  const ended: boolean[] = [];
  const batches = createBatches(db, (isWritten) => ended.push(isWritten));
  const insert = db.prepare('INSERT INTO row VALUES (?, ?)');
  return {
    batches,
    ended,
    add: (id: number, owner: number | null = null) => batches.join(() => insert.run(id, owner)).batch,
    ids: () =>
      db
        .prepare('SELECT id FROM row')
        .all()
        .map(({ id }) => id),
  };
}

test('rows of one turn reach the file together, once the promises of the turn are done', async () => {
  const table = openTable();
  const first = table.add(1);
  await Promise.resolve();
  const second = table.add(2);
  expect(table.ended).toEqual([]);
  await second.written;
  expect(first).toBe(second);
  expect(table.ended).toEqual([true]);
  expect(table.add(3)).not.toBe(first);
  table.batches.end();
  expect(table.ids()).toEqual([1, 2, 3]);
});

test('where the end of a batch fails, all who are in it hear of it and none of its rows is there', async () => {
  const table = openTable();
  const batch = table.add(1);
  table.add(2, 77);
  await expect(batch.written).rejects.toThrow('FOREIGN KEY');
  expect(batch.hasFailed).toBe(true);
  expect(table.ended).toEqual([false]);
  const next = table.add(1);
  await next.written;
  expect(next.hasFailed).toBe(false);
  expect(table.ids()).toEqual([1]);
});

test('a row that is refused takes its whole batch with it', async () => {
  const table = openTable();
  const batch = table.add(1);
  expect(() => table.add(1)).toThrow('UNIQUE');
  await expect(batch.written).rejects.toThrow('UNIQUE');
  expect(table.ids()).toEqual([]);
  expect(() => table.batches.end()).not.toThrow();
});

test('a batch that is ended by hand says itself that it could not be written', () => {
  const table = openTable();
  table.add(1, 77);
  expect(() => table.batches.end()).toThrow('FOREIGN KEY');
  expect(table.batches.isOpen()).toBe(false);
});
