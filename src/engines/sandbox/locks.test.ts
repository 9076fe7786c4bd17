import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { inSandbox, makePlace } from '../../../test/support/sandbox-place.ts';

const run = promisify(execFile);

/** Says what became of a lock (argument 2) or of a lease on a file, and keeps it for a second. */
const HOLD = `
import errno, fcntl, os, sys, time
fd = os.open(sys.argv[1], os.O_RDONLY)
try:
    if sys.argv[2] == 'record': fcntl.lockf(fd, fcntl.LOCK_SH)
    elif sys.argv[2] == 'lease': fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    else: fcntl.flock(fd, getattr(fcntl, sys.argv[2]))
    print('done', flush=True)
except OSError as error: print(errno.errorcode[error.errno], flush=True)
time.sleep(1)
`;

/** Whether somebody outside could not take a lock at some time while the work went on. */
async function isHeldUp(tryLock: readonly string[], work: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let held = false;
  while (!isOver) {
    const [program = '', ...args] = tryLock;
    const isFree = await run(program, args).then(
      () => true,
      () => false,
    );
    held ||= !isFree;
  }
  await over;
  return held;
}

function place() {
  const { root, run: runIn } = makePlace();
  const [file, program] = [join(root, 'Cargo.lock'), join(root, 'hold.py')];
  writeFileSync(file, '');
  writeFileSync(program, HOLD);
  const hold = async (access: Parameters<typeof runIn>[0], how: string) =>
    (await runIn(access, `python3 ${program} ${file} ${how}`)).stdout.text.trim();
  return { file, program, hold };
}

inSandbox.each(['LOCK_EX', 'LOCK_SH'])(
  'closed: who may only read a file keeps nobody from it with %s',
  async (how) => {
    const { file, hold } = place();
    const closed = hold([], how);
    expect(await isHeldUp(['flock', '-n', file, 'true'], closed)).toBe(false);
    expect(await closed).toBe(how === 'LOCK_EX' ? 'ENOSYS' : 'done');
    const allowed = hold(['write'], how);
    expect(await isHeldUp(['flock', '-n', file, 'true'], allowed)).toBe(true);
    expect(await allowed).toBe('done');
  },
);

/** Tries to lock the file for writing, as a database does, until it may. */
const WRITE = `
import fcntl, sys
fcntl.lockf(open(sys.argv[1], 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)
`;

inSandbox('closed: who may only read a part of a file keeps nobody from writing it', async () => {
  const { file, hold } = place();
  const write = ['python3', '-c', WRITE, file];
  const closed = hold([], 'record');
  expect(await isHeldUp(write, closed)).toBe(false);
  expect(await closed).toBe('done');
  const allowed = hold(['write'], 'record');
  expect(await isHeldUp(write, allowed)).toBe(true);
  expect(await allowed).toBe('done');
});

inSandbox('nobody in a sandbox takes a lease, which would hold up the host', async () => {
  const { file, program, hold } = place();
  expect([await hold([], 'lease'), await hold(['write'], 'lease'), await hold(['host'], 'lease')]).toEqual([
    'EPERM',
    'EPERM',
    'EPERM',
  ]);
  expect((await run('python3', [program, file, 'lease'])).stdout).toBe('done\n');
});
