import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
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

/** Another program's socket, in a place that nobody looks through. */
const LISTENER = `import { createServer } from 'node:net';
createServer((socket) => socket.end('reached')).listen(process.argv[1], () => console.log('Listening'));`;
const CONNECT = `import socket
try:
    s = socket.socket(socket.AF_UNIX); s.connect(open('where').read()); print(s.recv(10).decode())
except OSError as error: print('refused')
a, b = socket.socketpair(); a.send(b'pair works'); print(b.recv(20).decode())
`;

inSandbox('sockets of other programs are out of reach, wherever they lie', async () => {
  const files = { 'connect.py': CONNECT, 'node_modules/.cache/x': '', '.git/x': '' };
  const root = prepare({ name: '', goal: 'escape', command: '', files });
  roots.push(root);
  const host = createTestHost({}, { root });
  for (const place of ['node_modules/.cache/daemon.sock', '.git/daemon.sock']) {
    const program = spawn('node', ['--input-type=module', '-e', LISTENER, join(root, place)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void program.kill());
    await new Promise((ready) => program.stdout.once('data', ready));
    writeFileSync(join(root, 'where'), place);
    const bare = spawnSync('python3', ['connect.py'], { cwd: root, encoding: 'utf8' });
    expect(bare.stdout).toBe('reached\npair works\n');
    expect(await host.call('shell_execute', { command: 'python3 connect.py' })).toMatchObject({
      data: { stdout: 'refused\npair works\n' },
    });
  }
});

/** A display server, a bus: it listens at an abstract address, in the network of the machine. */
const ABSTRACT = `import socket, sys
s = socket.socket(socket.AF_UNIX); s.bind(chr(0) + sys.argv[1]); s.listen(); print('Listening', flush=True)
while True: s.accept()[0].send(b'reached')
`;
const CONNECT_ABSTRACT = `import os, socket
try:
    s = socket.socket(socket.AF_UNIX); s.connect(chr(0) + open('where').read()); print(s.recv(10).decode())
except OSError as error: print('refused:', os.strerror(error.errno))
`;
const LISTEN_IN = `import socket
try: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3); print('hears all')
except OSError: print('refused')
`;

inSandbox('who may use the network reaches no program that listens on this machine only', async () => {
  const files = { 'connect.py': CONNECT_ABSTRACT, 'hear.py': LISTEN_IN };
  const root = prepare({ name: '', goal: 'escape', command: '', files });
  roots.push(root);
  const address = `tg-attack-${process.pid}`;
  const program = spawn('python3', ['-c', ABSTRACT, address], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void program.kill());
  await new Promise((ready) => program.stdout.once('data', ready));
  writeFileSync(join(root, 'where'), address);
  const bare = (file: string) => spawnSync('python3', [file], { cwd: root, encoding: 'utf8' }).stdout;
  expect(bare('connect.py')).toBe('reached\n');
  if (process.getuid?.() === 0) expect(bare('hear.py')).toBe('hears all\n');
  const call = callAsAllowed(createTestHost({}, { root }));
  const run = async (file: string, access: readonly string[]) => {
    const answer = await call('shell_execute', { command: `python3 ${file}`, access, reason: 'a test' });
    return answer.kind === 'result' && answer.ok ? answer.data : answer;
  };
  for (const access of [['network'], ['write', 'network']]) {
    expect(await run('connect.py', access)).toMatchObject({ stdout: expect.stringContaining('refused') });
    expect(await run('hear.py', access)).toMatchObject({ stdout: 'refused\n' });
  }
  // In a network of its own it uses such sockets as it likes.
  expect(await run('connect.py', ['write'])).toMatchObject({ stdout: 'refused: Connection refused\n' });
  expect(await run('connect.py', ['write', 'network', 'host'])).toMatchObject({ stdout: 'reached\n' });
});
