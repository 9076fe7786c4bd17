import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive, temporaryDirectory, until } from '../../../../test/support/program.ts';
import { ToolError } from '../../../core/errors.ts';
import type { ProcessSpec } from '../process.ts';
import { runProcess } from './run-process.ts';

const bash = (script: string, more: Partial<ProcessSpec> = {}) =>
  runProcess({ argv: ['bash', '--norc', '--noprofile', '-c', script], cwd: '/', ...more });

test('a program that ends tells its exit code and both streams', async () => {
  const finished = await bash('echo out; echo err >&2; exit 3');
  expect({ ...finished, durationMs: 0 }).toEqual({
    exitCode: 3,
    signal: null,
    stdout: { text: 'out\n', bytes: 4, truncated: false },
    stderr: { text: 'err\n', bytes: 4, truncated: false },
    durationMs: 0,
    timedOut: false,
    cancelled: false,
    leftovers: 0,
    setAside: [],
    sandbox: 'none',
    access: [],
  });
});

test('arguments arrive as they are, and no shell reads them', async () => {
  const words = ['', ' ', '$(touch x)', '`id`', '-n', '"\'', 'a\nb', 'ü𝄞'];
  const { stdout } = await runProcess({
    argv: [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...words],
    cwd: '/',
  });
  expect(JSON.parse(stdout.text)).toEqual(words);
});

test('the environment is clean, and what is added is in it', async () => {
  process.env.TOOLGATE_TEST_LEAK = 'leak';
  const { stdout } = await bash('env', { env: { ADDED: 'yes', PATH: '/opt/mine' } });
  delete process.env.TOOLGATE_TEST_LEAK;
  const env = Object.fromEntries(stdout.text.split('\n').map((line) => line.split('=', 2)));
  expect(env).toMatchObject({ ADDED: 'yes', CI: '1', NO_COLOR: '1', TERM: 'dumb' });
  expect(env.PATH).toMatch(/^\/opt\/mine:.*\/usr\/bin/);
  expect(env.TOOLGATE_TEST_LEAK).toBeUndefined();
});

test('standard input is closed unless there is something to read', async () => {
  expect((await bash('cat')).stdout.text).toBe('');
  expect((await bash('cat', { stdin: 'hello' })).stdout.text).toBe('hello');
  // A reader that does not read is no failure.
  expect((await bash('true', { stdin: 'x'.repeat(1_000_000) })).exitCode).toBe(0);
});

test('a script may open its streams by their names', async () => {
  const script = 'echo oops > /dev/stderr; cat /dev/stdin > /dev/stdout; echo both | tee /dev/stderr';
  const { stdout, stderr } = await bash(script, { stdin: 'typed\n' });
  expect([stdout.text, stderr.text]).toEqual(['typed\nboth\n', 'oops\nboth\n']);
});

test('many programs at once get streams of their own', async () => {
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, i) => bash(`cat; echo ${i} >&2`, { stdin: `in ${i}` })),
  );
  expect(all.map(({ stdout, stderr }) => stdout.text + stderr.text)).toEqual(
    all.map((_, i) => `in ${i}${i}\n`),
  );
});

test('what a signal ended has no exit code', async () => {
  expect(await bash('kill -SEGV $$')).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
});

test('a missing program, a missing directory and a NUL are told apart', async () => {
  const failure = (spec: Partial<ProcessSpec>) =>
    runProcess({ argv: ['true'], cwd: '/', ...spec }).catch((error: ToolError) => [
      error.code,
      error.message,
    ]);
  expect(await failure({ argv: ['no-such-program'] })).toEqual([
    'NOT_FOUND',
    'The program no-such-program was not found',
  ]);
  expect(await failure({ cwd: '/no/such/place' })).toEqual([
    'NOT_FOUND',
    'There is no directory /no/such/place to run true in',
  ]);
  expect(await failure({ argv: ['echo', 'a\0b'] })).toMatchObject(['VALIDATION', expect.any(String)]);
  expect(await failure({ argv: ['/etc/passwd'] })).toMatchObject(['PERMISSION_DENIED', expect.any(String)]);
  expect(await failure({ argv: ['echo', 'x'.repeat(3_000_000)] })).toMatchObject([
    'TOO_LARGE',
    expect.any(String),
  ]);
});

test('64 KiB and 50 MB on both streams at once are counted, head and tail kept', async () => {
  for (const [bytes, keepBytes] of [
    [65_536, 131_072],
    [52_428_800, 2000],
  ] as const) {
    const lines = Math.floor(bytes / 8);
    const print = (word: string, to: string) => `seq -f '${word}%06.0f' 1 ${lines} ${to}`;
    const both = await bash(`${print('a', '')} & ${print('b', '>&2')}; wait`, { keepBytes });
    expect([both.stdout.bytes, both.stderr.bytes]).toEqual([lines, lines].map((count) => sizeOf(count)));
    expect(both.stdout.text.startsWith('a000001\n')).toBe(true);
    expect(both.stderr.text.trimEnd().split('\n').at(-1)).toBe(`b${String(lines).padStart(6, '0')}`);
    expect(both.stdout.truncated).toBe(bytes > keepBytes);
  }
});

/** A letter, at least six digits, a newline. */
const sizeOf = (lines: number): number =>
  lines * 8 + Math.max(0, lines - 999_999) + Math.max(0, lines - 9_999_999);

test('text that is streamed is never cut inside a character', async () => {
  const told: string[] = [];
  const script =
    'for (let i = 0; i < 300; i++) process.stdout.write(Buffer.from("é𝄞").subarray(i % 6, (i % 6) + 1))';
  const { stdout } = await runProcess({
    argv: [process.execPath, '-e', script],
    cwd: '/',
    onOutput: (_, text) => told.push(text),
  });
  expect(told.join('')).toBe('é𝄞'.repeat(50));
  expect(stdout.text).toBe('é𝄞'.repeat(50));
});

test('a call that is cancelled before it begins starts nothing', async () => {
  const directory = temporaryDirectory();
  const signal = AbortSignal.abort();
  await expect(bash('touch made', { cwd: directory, signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(existsSync(join(directory, 'made'))).toBe(false);
});

/** Starts processes that do not want to end, each in its own way, and writes their pids to files. */
const STUBBORN: Readonly<Record<string, string>> = {
  'ignores TERM with children that do too': `trap '' TERM; (trap '' TERM; echo $BASHPID > a; sleep 300) & echo $$ > b; sleep 301; sleep 302`,
  'moves to a session of its own': `setsid bash -c 'trap "" TERM; echo $$ > a; while :; do sleep 1; done' & echo $$ > b; sleep 300`,
  'forks twice': `( (setsid bash -c 'trap "" TERM; echo $$ > a; exec sleep 300' >/dev/null 2>&1 &) & ); echo $$ > b; sleep 300`,
  'forks twice and clears its environment': `( (env -i setsid bash -c 'echo $$ > a; exec sleep 300' &) & ); echo $$ > b; sleep 300`,
};

test('trees that do not want to end are gone after a timeout', async () => {
  const survivors = Object.entries(STUBBORN).map(async ([what, script]) => {
    const directory = temporaryDirectory();
    const finished = await bash(`echo begun; ${script}`, { cwd: directory, timeoutMs: 900 });
    const { timedOut, cancelled, exitCode, stdout } = finished;
    expect({ what, timedOut, cancelled, exitCode, printed: stdout.text }).toEqual({
      what,
      timedOut: true,
      cancelled: false,
      exitCode: null,
      printed: 'begun\n',
    });
    expect(pidsIn(directory)).toHaveLength(2);
    return pidsIn(directory).filter(isAlive);
  });
  expect((await Promise.all(survivors)).flat()).toEqual([]);
});

test('a tree is gone after it was cancelled', async () => {
  const directory = temporaryDirectory();
  const stop = new AbortController();
  const running = bash(STUBBORN['forks twice'] ?? '', { cwd: directory, signal: stop.signal });
  await until('both pids', () => pidsIn(directory).length === 2);
  stop.abort();
  expect(await running).toMatchObject({ timedOut: false, cancelled: true, exitCode: null });
  expect(pidsIn(directory).filter(isAlive)).toEqual([]);
});

test('a deadline of the gate counts as a timeout', async () => {
  const stop = new AbortController();
  const running = bash('sleep 300', { signal: stop.signal });
  setTimeout(() => stop.abort(new ToolError('TIMEOUT', 'over')), 100);
  expect(await running).toMatchObject({ timedOut: true, cancelled: false });
});

test('what a program leaves running is ended with it, and counted', async () => {
  const directory = temporaryDirectory();
  const finished = await bash('sleep 300 & echo $! > a; echo $$ > b', { cwd: directory });
  expect(finished).toMatchObject({ exitCode: 0, leftovers: 1 });
  expect(pidsIn(directory).filter(isAlive)).toEqual([]);
});

test('what goes from program to program, away from all of it, is found as well', async () => {
  const script = `setsid ${'env A=1 '.repeat(40)} sh -c 'echo $$ > a; exec sleep 300' >/dev/null 2>&1 & :`;
  const left: number[] = [];
  // One after the other: where much goes on we come late, when it has arrived.
  for (let run = 0; run < 15; run++) {
    const { leftovers } = await runProcess({ argv: ['sh', '-c', script], cwd: temporaryDirectory() });
    left.push(leftovers);
  }
  expect(left).toEqual(Array.from({ length: 15 }, () => 1));
}, 20_000);

test('what only finishes its work a moment later is not disturbed', async () => {
  const finished = await bash('seq 1 2000 > >(sleep 0.1; tail -1)');
  expect(finished).toMatchObject({ exitCode: 0, leftovers: 0, stdout: { text: '2000\n' } });
});

const pidsIn = (directory: string): number[] =>
  ['a', 'b'].flatMap((name) => {
    const path = join(directory, name);
    const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
    return pid > 0 ? [pid] : [];
  });

test('an error of what listens to a program ends that program and no other', async () => {
  const failing = bash('echo $$; exec sleep 60', {
    onOutput: () => {
      throw new RangeError('too deep');
    },
  });
  await expect(failing).rejects.toThrow('too deep');
  expect(await bash('echo on')).toMatchObject({ exitCode: 0, stdout: { text: 'on\n' } });
});
