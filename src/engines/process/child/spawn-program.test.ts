import { execFile } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import type { ProcessSpec } from '../process.ts';
import { loadLibc } from './libc.ts';
import { runProcess } from './run-process.ts';

const sh = (script: string, more: Partial<ProcessSpec> = {}) =>
  runProcess({ argv: ['sh', '-c', script], cwd: '/', needsLogin: false, ...more });

function writeScript(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

test('programs are started without a copy of this process', async () => {
  expect(await loadLibc()).toBeDefined();
});

test('a child leads its own session', async () => {
  const { stdout } = await sh('echo $$; cut -d " " -f 6 /proc/$$/stat');
  const [pid, session] = stdout.text.split('\n');
  expect(session).toBe(pid);
});

test('of what is open here, a child has its three streams', async () => {
  const descriptors = async (): Promise<string> => (await sh('cd /proc/$$/fd && echo *')).stdout.text;
  const before = await descriptors();
  const file = openSync('/dev/null', 'r');
  const stop = new AbortController();
  const other = sh('sleep 60', { signal: stop.signal, stdin: 'typed' });
  expect(await descriptors()).toBe(before);
  closeSync(file);
  stop.abort();
  await other;
});

test.each(['PIPE', 'TERM', 'HUP', 'USR1', 'CHLD'])(
  'SIG%s does to a child what it does to any',
  async (name) => {
    const { exitCode, signal } = await sh(`kill -${name} $$; exit 5`);
    expect([exitCode, signal]).toEqual(name === 'CHLD' ? [5, null] : [null, `SIG${name}`]);
  },
);

test('no signal is blocked or ignored in a child', async () => {
  const { stdout } = await sh('grep -E "^Sig(Blk|Ign)" /proc/self/status');
  expect(stdout.text).toMatch(/SigBlk:\t0+\nSigIgn:\t0+\n/);
});

test('a script that names no interpreter is run by the shell', async () => {
  const directory = temporaryDirectory();
  writeScript(join(directory, 'plain'), 'echo "$0 has $1"\n');
  const { stdout } = await runProcess({ argv: ['./plain', 'two words'], cwd: directory });
  expect(stdout.text).toBe('./plain has two words\n');
});

test('a relative entry of the PATH counts from where the program runs', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'bin'));
  writeScript(join(directory, 'bin/mine'), '#!/bin/sh\necho mine\n');
  const { stdout } = await runProcess({ argv: ['mine'], cwd: directory, env: { PATH: 'bin' } });
  expect(stdout.text).toBe('mine\n');
});

test('a script without its interpreter does not hide a program that is found after it', async () => {
  const directory = temporaryDirectory();
  for (const [name, text] of [
    ['stale', '#!/no/such/python\n'],
    ['good', '#!/bin/sh\necho good\n'],
  ] as const) {
    mkdirSync(join(directory, name));
    writeScript(join(directory, name, 'mine'), text);
  }
  const run = (PATH: string) => runProcess({ argv: ['mine'], cwd: directory, env: { PATH } });
  expect((await run('stale:good')).stdout.text).toBe('good\n');
  await expect(run('stale')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: `${directory}/stale/mine is there, but not the program that would run it`,
  });
});

test('a program below a file is missing, and the directory it is to run in is one', async () => {
  await expect(runProcess({ argv: ['/bin/sh/no'], cwd: '/' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a file of the PATH that may not be run is not taken for a missing one', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'mine'), 'echo');
  await expect(
    runProcess({ argv: ['mine'], cwd: directory, env: { PATH: directory } }),
  ).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});

test('a file that may not be run is not taken for a missing one', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'plain'), 'echo');
  await expect(runProcess({ argv: ['./plain'], cwd: directory })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
});

test('children that end together, and while we are busy, are all seen', async () => {
  const many = Array.from({ length: 60 }, (_, i) => sh(`exit ${i}`, { isReader: true }));
  await Promise.resolve();
  const until = performance.now() + 300;
  while (performance.now() < until);
  const codes = (await Promise.all(many)).map(({ exitCode }) => exitCode);
  expect(codes).toEqual(Array.from({ length: 60 }, (_, i) => i));
});

test('waiting for a child that closed its streams lasts until it has ended', async () => {
  const script = `
    import { runProcess } from ${JSON.stringify(join(import.meta.dirname, 'run-process.ts'))};
    const argv = ['sh', '-c', 'exec >&- 2>&-; sleep 0.7; exit 7'];
    console.log((await runProcess({ argv, cwd: '/', needsLogin: false, isReader: true })).exitCode);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toBe('7\n');
});

test('a process that cannot be found and keeps the streams of a child does not hold its answer back', async () => {
  const script = `
    import { runProcess } from ${JSON.stringify(join(import.meta.dirname, 'run-process.ts'))};
    const argv = ['sh', '-c', 'sleep 8 & echo $!'];
    const { stdout, durationMs } = await runProcess({ argv, cwd: '/', needsLogin: false, isReader: true });
    process.kill(Number(stdout.text));
    console.log(durationMs < 4000);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toBe('true\n');
});

test('what only reads for us cannot take all the memory', async () => {
  const argv = ['python3', '-c', 'x = bytearray(3 << 30); print(len(x))'] as const;
  const run = (isReader: boolean) => runProcess({ argv, cwd: '/', needsLogin: false, isReader });
  expect((await run(true)).stderr.text).toContain('MemoryError');
  expect((await run(false)).stdout.text).toBe(`${3 * 2 ** 30}\n`);
});
