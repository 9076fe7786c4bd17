import { expect, test } from 'vitest';
import { createBatches } from './batches.ts';

/** A file that takes batches; `isFull` makes it refuse them. */
function openFile() {
  const file = { written: [] as (readonly number[])[], isFull: false };
  const batches = createBatches<number>((rows) => {
    if (file.isFull) throw new Error('no room');
    file.written.push(rows);
  });
  return { file, batches };
}

test('rows of one turn are written together, once the promises of the turn are done', async () => {
  const { file, batches } = openFile();
  const first = batches.join(1);
  await Promise.resolve();
  const second = batches.join(2);
  expect(file.written).toEqual([]);
  await second.written;
  expect(first).toBe(second);
  expect(file.written).toEqual([[1, 2]]);
  expect(batches.join(3)).not.toBe(first);
  batches.end();
  expect(file.written).toEqual([[1, 2], [3]]);
});

test('where a batch cannot be written, all who are in it hear of it, and the next one is a new try', async () => {
  const { file, batches } = openFile();
  file.isFull = true;
  const batch = batches.join(1);
  batches.join(2);
  await expect(batch.written).rejects.toThrow('no room');
  expect(batch.hasFailed).toBe(true);
  file.isFull = false;
  const next = batches.join(3);
  await next.written;
  expect(next.hasFailed).toBe(false);
  expect(file.written).toEqual([[3]]);
});

test('a batch that is ended by hand says itself that it could not be written', async () => {
  const { file, batches } = openFile();
  file.isFull = true;
  const batch = batches.join(1);
  expect(() => batches.end()).toThrow('no room');
  await expect(batch.written).rejects.toThrow('no room');
  expect(() => batches.end()).not.toThrow();
});
