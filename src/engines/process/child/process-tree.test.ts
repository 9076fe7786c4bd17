import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../../../test/support/program.ts';
import { readProc } from './proc-files.ts';
import { endTree, findTree, type TreeRoot } from './process-tree.ts';

test('a stranger that was given the pid of a process that ended is left alone', async () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { pid = 0 } = child;
  const startTicks = readProc(pid)?.startTicks ?? 0;
  const root: TreeRoot = { pid, startTicks: startTicks - 1, marker: 'gone', outputs: [], isSandboxed: false };
  expect(findTree(root)).toEqual([]);
  expect(await endTree(root, 10)).toBe(true);
  expect(isAlive(pid)).toBe(true);
  expect(findTree({ ...root, startTicks }).map((found) => found.pid)).toEqual([pid]);
});
