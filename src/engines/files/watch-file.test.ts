import { createHook } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { watchFile } from './watch-file.ts';

const WITHIN = { timeout: 10_000, interval: 20 };
const directory = () => realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-watch-')));

test('files of a directory share one watcher, and a change reaches the listeners of that file', async () => {
  let watchers = 0;
  const hook = createHook({ init: (_id, type) => void (type === 'FSEVENTWRAP' && watchers++) }).enable();
  const root = directory();
  const told: string[] = [];
  const names = Array.from({ length: 500 }, (_, i) => `${i}.txt`);
  const listenTo = (name: string) => watchFile(join(root, name), [root], () => told.push(name));
  const stops = [...names, '7.txt'].map(listenTo);
  hook.disable();
  expect(watchers).toBe(1);
  stops[8]?.();
  for (const name of ['8.txt', '9.txt', '7.txt']) writeFileSync(join(root, name), 'changed');
  await vi.waitFor(() => expect(told.toSorted()).toEqual(['7.txt', '7.txt', '9.txt']), WITHIN);
  for (const stop of stops) stop?.();
});

test('a directory that was taken away and made again is watched anew', async () => {
  const root = directory();
  const path = join(root, 'inner', 'a.txt');
  mkdirSync(join(root, 'inner'));
  const stopFirst = watchFile(path, [root], () => {});
  const before = vi.fn();
  const stopParent = watchFile(join(root, 'inner'), [root], before);
  rmSync(join(root, 'inner'), { recursive: true });
  await vi.waitFor(() => expect(before).toHaveBeenCalled(), WITHIN);
  mkdirSync(join(root, 'inner'));
  const told = vi.fn();
  const stop = watchFile(path, [root], told);
  writeFileSync(path, 'new');
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), WITHIN);
  for (const each of [stopFirst, stopParent, stop]) each?.();
});
