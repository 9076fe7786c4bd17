import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isAlive, temporaryDirectory, until } from '../../../test/support/program.ts';
import type { Finished, ProcessSpec } from './process.ts';
import { MARKER } from './process-tree.ts';
import { runProcess } from './run-process.ts';

const read = (argv: ProcessSpec['argv'], more: Partial<ProcessSpec> = {}) =>
  runProcess({ argv, cwd: '/', needsLogin: false, isReader: true, ...more });

/** The shells of this process. */
const shells = (): number[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('while read -r script') &&
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(process.pid)
        );
      } catch {
        return false;
      }
    });

test('words, variables and the directory arrive as they are, and nothing else does', async () => {
  const directory = join(temporaryDirectory(), `a 'b' "c" $d\n-é`);
  mkdirSync(directory);
  const words = ['-n', '', "it's", '$HOME `id` $(id)', 'a\\b', 'line\nend\n', '*', '{a,b}', '~', 'é😀', '!'];
  const script = 'pwd; printf "<%s>" "$@"; printf "%s" "$ODD"; ls /proc/self/fd';
  const spec = {
    argv: ['sh', '-c', script, 'sh', ...words],
    cwd: directory,
    needsLogin: false,
    env: { ODD: `'$x'\n"` },
  } as const;
  const plain = await runProcess(spec);
  expect(await runProcess({ ...spec, isReader: true })).toMatchObject({
    exitCode: 0,
    stdout: { text: plain.stdout.text },
  });
  expect(plain.stdout.text).toContain(words.map((word) => `<${word}>`).join(''));
});

test('variables are those of any other start, but for what a shell sets itself', async () => {
  const spec = { argv: ['env', '-0'], cwd: '/', needsLogin: false, env: { ONE: '1' } } as const;
  const namesOf = ({ stdout }: Finished): string[] =>
    stdout.text.split('\0').map((line) => line.replace(/=.*/s, ''));
  const own = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);
  const names = namesOf(await runProcess({ ...spec, isReader: true })).filter((name) => !own.has(name));
  expect(names.sort()).toEqual(namesOf(await runProcess(spec)).sort());
  expect(names).toContain(MARKER);
});

test('exit codes, signals, both streams and long output are told as always', async () => {
  expect(await read(['sh', '-c', 'echo out; echo err >&2; exit 3'])).toMatchObject({
    exitCode: 3,
    signal: null,
    stdout: { text: 'out\n' },
    stderr: { text: 'err\n' },
  });
  expect(await read(['sh', '-c', 'kill -9 $$'])).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  expect(await read(['sh', '-c', 'exit 129'])).toMatchObject({ exitCode: 129, signal: null });
  const { stdout } = await read(['head', '-c', '3000000', '/dev/zero'], { keepBytes: 4_000_000 });
  expect(stdout.bytes).toBe(3_000_000);
});

test('a hundred at once each get their own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => read(['sh', '-c', `echo ${i}; exit ${i % 7}`])),
  );
  expect(answers.map(({ stdout, exitCode }) => [stdout.text, exitCode])).toEqual(
    answers.map((_, i) => [`${i}\n`, i % 7]),
  );
});

test('what cannot be started is told in the words of any other start', async () => {
  await expect(read(['no-such-program-here'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(read(['true'], { cwd: '/no/such/directory' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(read(['echo', 'a\0b'])).rejects.toMatchObject({ code: 'VALIDATION' });
  expect(await read(['env'], { env: { 'odd-name': 'x' } })).toMatchObject({
    exitCode: 0,
    stdout: { text: expect.stringContaining('odd-name=x') },
  });
});

test('one that is cancelled ends, with all it started', async () => {
  const stop = new AbortController();
  let pids: number[] = [];
  const running = read(['sh', '-c', 'sleep 300 & echo $$ $!; wait'], {
    signal: stop.signal,
    onOutput: (_, text) => {
      pids = text.trim().split(' ').map(Number);
      stop.abort();
    },
  });
  expect(await running).toMatchObject({ cancelled: true, exitCode: null });
  expect(pids.filter(isAlive)).toEqual([]);
});

test('a shell that was killed or stopped is replaced', async () => {
  await read(['true']);
  expect(shells()).toHaveLength(1);
  const [first] = shells();
  process.kill(first as number, 'SIGKILL');
  await until('the shell to be gone', () => !shells().includes(first as number));
  expect(await read(['echo', 'again'])).toMatchObject({ exitCode: 0, stdout: { text: 'again\n' } });
  await read(['true']);
  const [second] = shells();
  process.kill(second as number, 'SIGSTOP');
  expect(await read(['echo', 'still'])).toMatchObject({ exitCode: 0, stdout: { text: 'still\n' } });
  expect(shells()).not.toContain(second);
  // One that runs when its shell is killed is followed to its end.
  await read(['true']);
  const late = read(['sh', '-c', 'echo early; sleep 0.5; echo late; exit 4'], {
    onOutput: () => {
      for (const pid of shells()) process.kill(pid, 'SIGKILL');
    },
  });
  expect(await late).toMatchObject({ exitCode: 4, stdout: { text: 'early\nlate\n' } });
});

test('it neither keeps a process from leaving nor lets it leave too early, and goes with it', async () => {
  const code = `
    import { runProcess } from ${JSON.stringify(join(import.meta.dirname, 'run-process.ts'))};
    const { stdout } = await runProcess({
      argv: ['sh', '-c', 'echo $PPID; exec >&- 2>&-; sleep 0.3'], cwd: '/', needsLogin: false, isReader: true });
    process.stdout.write(stdout.text);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    timeout: 10_000,
  });
  const wrapper = Number(stdout);
  expect(wrapper).toBeGreaterThan(1);
  await until('the shell to leave', () => !isAlive(wrapper));
});

test('the fallback works where there is no shell', () => {
  const code = `
    import { runProcess } from ${JSON.stringify(join(import.meta.dirname, 'run-process.ts'))};
    const { stdout } = await runProcess({ argv: ['echo', 'x'], cwd: '/', needsLogin: false, isReader: true });
    process.stdout.write(stdout.text);`;
  const argv = ['--unshare-user', '--dev-bind', '/', '/', '--bind', '/bin/true', realpathSync('/bin/sh')];
  const run = [...argv, process.execPath, '--input-type=module', '-e', code];
  expect(execFileSync('bwrap', run, { encoding: 'utf8', timeout: 10_000 })).toBe('x\n');
});
