import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startChild } from './start-child.ts';

test('a child whose output cannot be read is ended, and nothing else', async () => {
  const heard: string[] = [];
  const child = await startChild({
    argv: ['sh', '-c', 'echo one; sleep 0.2; echo two; exec sleep 60'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    isSandboxed: false,
    onData: (_, chunk) => {
      heard.push(String(chunk));
      throw new Error('planted');
    },
  });
  const ended = await Promise.race([child.ended, pause(20_000, 'goes on')]);
  expect(ended).toMatchObject({ signal: 'SIGKILL' });
  expect(heard).toEqual(['one\n']);
});
