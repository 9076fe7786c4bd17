import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { callAsAllowed } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';
import { discard, prepare } from './attack.ts';

const roots: string[] = [];
afterEach(() => roots.splice(0).forEach(discard));

/** System calls that no build needs and that lead out of a sandbox, each by a short program that says how it went. */
const ATTEMPTS: Readonly<Record<string, { readonly code: string; readonly isForClosedOnly?: boolean }>> = {
  'a value in the kernel keyring, which every later run could read': {
    code: 'r = libc.syscall(248, b"user", b"tg-attack", b"x", 1, -1)',
  },
  'a queue of system calls that no filter sees': {
    code: 'r = libc.syscall(425, 1, ctypes.create_string_buffer(256))',
  },
  'a new user namespace, with every right in it': {
    code: 'r = libc.syscall(272, 0x10000000)',
    isForClosedOnly: true,
  },
};

const command = 'python3 attempt.py';

function rootWith(code: string): string {
  const attempt = `import ctypes\nlibc = ctypes.CDLL(None)\n${code}\nprint("worked" if r >= 0 else "refused")\n`;
  const root = prepare({ name: '', goal: 'escape', command, files: { 'attempt.py': attempt } });
  roots.push(root);
  return root;
}

describe.each(Object.entries(ATTEMPTS))('%s', (_name, { code, isForClosedOnly }) => {
  test('works when nothing stops it', () => {
    const { stdout } = spawnSync('bash', ['-c', command], { cwd: rootWith(code), encoding: 'utf8' });
    expect(stdout).toBe('worked\n');
  });

  inSandbox('is refused to what runs unasked', async () => {
    const answer = await createTestHost({}, { root: rootWith(code) }).call('shell_execute', { command });
    expect(answer).toMatchObject({ ok: true, data: { stdout: 'refused\n' } });
  });

  inSandbox('is refused to what a person allowed, except what some builds need', async () => {
    const call = callAsAllowed(createTestHost({}, { root: rootWith(code) }));
    const answer = await call('shell_execute', { command, access: ['write'], reason: 'a test' });
    expect(answer).toMatchObject({ ok: true, data: { stdout: isForClosedOnly ? 'worked\n' : 'refused\n' } });
  });
});
