import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTestHost, dataOf } from '../support/host.ts';
import { longestWait } from '../support/longest-wait.ts';
import { callAllowed, codeOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

/** How long somebody else may wait; nobody notices a moment. */
const MOST_WAIT_MS = 2000;
const LONG = { timeout: 120_000 };

/** Files that are mapped page by page, each line of the table with a path as long as the kernel takes. */
const MAPS = `import ctypes, os, time
os.chdir('/tmp')
for i in range(14):
    os.mkdir('d' * 200)
    os.chdir('d' * 200)
file = os.open('x', os.O_CREAT | os.O_RDWR)
os.ftruncate(file, 4096)
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
for i in range(20_000): libc.mmap(None, 4096, 1, 1, file, 0)
for i in range(9):
    if os.fork() == 0: break
time.sleep(15)
`;

const DESCRIPTORS = `import os, resource, time
most = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 20_000)
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
for i in range(most - 100): os.dup(0)
for i in range(60):
    if os.fork() == 0: time.sleep(30); os._exit(0)
print('ready', flush=True)
time.sleep(30)
`;

inSandbox('a command that maps very much is ended, and holds nobody up until then', LONG, async () => {
  const made = createTestHost();
  writeFileSync(join(made.root, 'maps.py'), MAPS);
  const running = made.call('shell_execute', { command: 'python3 maps.py' });
  expect((await longestWait(made, running)).worst).toBeLessThan(MOST_WAIT_MS);
  expect(codeOf(await running)).toBe('TOO_LARGE');
});

inSandbox('processes with very many descriptors are listed, and hold nobody up', LONG, async () => {
  const made = createTestHost();
  writeFileSync(join(made.root, 'descriptors.py'), DESCRIPTORS);
  const start = { command: 'python3 descriptors.py', successPattern: 'ready' };
  const started = callAllowed(made, 'shell_start', start);
  const list = async () => {
    await started;
    return made.call('list_background_processes', {});
  };
  const listing = list();
  const { worst } = await longestWait(made, listing);
  expect(worst).toBeLessThan(MOST_WAIT_MS);
  expect(dataOf(await listing)).toMatchObject({ processes: [{ command: start.command }] });
});
