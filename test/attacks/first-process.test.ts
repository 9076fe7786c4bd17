import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { until } from '../support/program.ts';
import { inSandbox } from '../support/sandbox-place.ts';
import { discard, prepare } from './attack.ts';

const roots: string[] = [];
afterEach(() => roots.splice(0).forEach(discard));

/**
 * Makes bubblewrap believe that everything in the sandbox has ended. It writes code into the first process there, which
 * no longer dies with its parent, says through the event descriptor that the program exited, and then waits for ever.
 */
const TAKE_OVER = `import os, struct, subprocess, sys, time
subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', sys.argv[1]], env={}, start_new_session=True,
    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
stat = open('/proc/1/stat').read().rsplit(')', 1)[1].split()
environment, end = int(stat[47]), int(stat[48])
at = int(open('/proc/1/syscall').read().split()[-1], 16)
event = next(int(fd) for fd in os.listdir('/proc/1/fd') if 'eventfd' in os.readlink('/proc/1/fd/' + fd))
def call(number, *words):
    code = b'\\xb8' + struct.pack('<I', number)
    for register, word in zip((b'\\xbf', b'\\xbe', b'\\xba'), words): code += register + struct.pack('<I', word)
    return code + b'\\x4d\\x31\\xd2\\x4d\\x31\\xc0\\x0f\\x05'
PRCTL, DUP2, WRITE, PAUSE = 157, 33, 1, 34
say = b'\\xb8' + struct.pack('<I', WRITE) + b'\\xbf' + struct.pack('<I', event) + b'\\x48\\x8d\\x35'
rest = b'\\xba\\x08\\0\\0\\0\\x0f\\x05' + b'\\xb8' + struct.pack('<I', PAUSE) + b'\\x0f\\x05\\xeb\\xf7'
code = call(PRCTL, 1, 0, 0) + call(DUP2, 0, 1) + call(DUP2, 0, 2)
code += say + struct.pack('<i', len(rest)) + rest + struct.pack('<Q', 1)
memory = open('/proc/1/mem', 'r+b', buffering=0)
memory.seek(environment); memory.write(b'\\0' * (end - environment))
memory.seek(at); memory.write(code)
print('taken', flush=True)
if os.fork() == 0:
    if os.fork() == 0: time.sleep(0.2)
    os._exit(0)
os.wait(); time.sleep(30)
`;

inSandbox('what takes over the first process of its sandbox ends with the call all the same', async () => {
  // The code is that of one processor.
  if (process.arch !== 'x64') return;
  const root = prepare({ name: '', goal: 'persist', command: '', files: { 'take.py': TAKE_OVER } });
  roots.push(root);
  const name = `survivor-${process.pid}-${Date.now()}`;
  const host = createTestHost({}, { root });
  const answer = await host.call('shell_execute', { command: `python3 take.py ${name}`, timeoutMs: 20_000 });
  expect(JSON.stringify(answer)).toContain('taken');
  await until('the end of everything', () => namesOf(name).length === 0, 5_000);
});

const namesOf = (word: string): string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(word));

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
