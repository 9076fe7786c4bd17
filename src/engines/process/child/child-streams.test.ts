import { expect, test } from 'vitest';
import { startOnPipes } from './child-streams.ts';
import { type Libc, loadLibc } from './libc.ts';

const specOf = (script: string) => ({
  argv: ['sh', '-c', script] as const,
  cwd: '/',
  env: { PATH: '/usr/bin:/bin' },
  isSandboxed: false,
});

/** A system so busy that a child is far ahead of us. */
async function lateLibc(): Promise<Libc> {
  const libc = await loadLibc();
  if (!libc) throw new Error('There is no C library');
  const spawn: Libc['spawn'] = (start) => {
    const pid = libc.spawn(start);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    return pid;
  };
  return { ...libc, spawn };
}

test.each(['exit 0', 'exec >/dev/null 2>&1; sleep 0.5'])(
  'its streams have their names, though the child went on to: %s',
  async (script) => {
    const { program, outputNames } = startOnPipes(await lateLibc(), specOf(script));
    const pipe = expect.stringMatching(/^pipe:\[\d+\]$/);
    expect(outputNames).toEqual([pipe, pipe]);
    await program.exited;
  },
);
