import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLineBuffer } from './line-buffer.ts';

function collect(maxLines: number, maxMs: number) {
  const written: string[] = [];
  return { written, ...createLineBuffer({ write: (text) => written.push(text), maxLines, maxMs }) };
}

test('lines wait for each other, in order, until there are enough of them', () => {
  const { written, add } = collect(2, 10_000);
  add(() => 'one\n');
  expect(written).toEqual([]);
  add(() => 'two\n');
  expect(written).toEqual(['one\ntwo\n']);
});

test('a line that comes alone is written after a while', async () => {
  const { written, add } = collect(1000, 5);
  add(() => 'one\n');
  await sleep(50);
  expect(written).toEqual(['one\n']);
});

test('what waits is written when asked for, once', () => {
  const { written, add, flush } = collect(1000, 10_000);
  add(() => 'one\n');
  flush();
  flush();
  expect(written).toEqual(['one\n']);
});
