import { expect, test } from 'vitest';
import { startPty } from './start-pty.ts';

test.each(['SIGUSR1', 'SIGBUS', 'SIGKILL'])(
  '%s that ends a program on a terminal is told',
  async (signal) => {
    const { ended } = await startPty({
      argv: ['sh', '-c', `ulimit -c 0; kill -s ${signal.slice(3)} $$`],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      isSandboxed: false,
    });
    expect(await ended).toMatchObject({ exitCode: null, signal });
  },
);
