import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readProc } from './proc-files.ts';

test.skipIf(process.platform !== 'linux')('a thread is no process of its own', () => {
  const threads = readdirSync('/proc/self/task')
    .map(Number)
    .filter((id) => id !== process.pid);
  expect(threads).not.toEqual([]);
  expect(threads.map(readProc).filter((facts) => facts !== undefined)).toEqual([]);
  expect(readProc(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid });
});
