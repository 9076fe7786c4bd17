import { expect, test } from 'vitest';
import { createBatches } from './batches.ts';

/** A file that takes batches; `isFull` makes it refuse them, `isHeld` for a moment. */
function openFile() {
  const file = { written: [] as (readonly number[])[], isFull: false, isHeld: false };
  const batches = createBatches<number>({
    write: (rows, { waits }) => {
      if (file.isFull) throw new Error('no room');
      if (file.isHeld && !waits) throw new Error('held');
      file.written.push([...rows]);
    },
    isHeld: (error) => error instanceof Error && error.message === 'held',
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

test('a table that is held for a moment keeps nobody from joining, and nothing is lost', async () => {
  const { file, batches } = openFile();
  file.isHeld = true;
  const first = batches.join(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches.join(2)).toBe(first);
  expect(file.written).toEqual([]);
  file.isHeld = false;
  await first.written;
  expect(file.written).toEqual([[1, 2]]);
});

test('who cannot wait for a table that is held writes what waits first', () => {
  const { file, batches } = openFile();
  file.isHeld = true;
  batches.join(1);
  batches.end();
  expect(file.written).toEqual([[1]]);
});
