import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRemoteHost } from '../support/ssh/remote-host.ts';
import { startSshd } from '../support/ssh/sshd.ts';

type Args = Record<string, unknown>;

/** The account that runs what is in it reads no other directory of ours. */
function openDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tg-hostile-'));
  chmodSync(directory, 0o755);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** What comes of a call to a machine that answers in this way, and how much more memory was taken meanwhile. */
function callTo(how: string, tool: string, args: Args) {
  const program = join(openDirectory(), 'hostile-machine.ts');
  copyFileSync(join(import.meta.dirname, '../support/scripts/hostile-machine.ts'), program);
  return callWith(`ForceCommand ${process.execPath} ${program} ${how}`, tool, args);
}

async function callWith(config: string, tool: string, args: Args) {
  const sshd = await startSshd({ config: [config] });
  onTestFinished(() => sshd.close());
  const { approved, host } = createRemoteHost(sshd, { settings: { permissionLevel: 'full_access' } });
  onTestFinished(() => host.close());
  const before = process.memoryUsage.rss();
  let [most, slowestMs] = [0, 0];
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 20);
  const watched = new AbortController();
  const others = askMeanwhile(
    () => approved.call('acp_remote_list_hosts'),
    watched.signal,
    (ms) => {
      slowestMs = Math.max(slowestMs, ms);
    },
  );
  const answer = await approved.call(tool, args);
  if (args.background)
    await approved.call('get_background_process_output', { processId: answer.data.processId, waitMs: 6000 });
  watched.abort();
  clearInterval(watch);
  const other = await others;
  return { answer, most, slowestMs, other };
}

/** Somebody else's calls, one after the other; the last one is the answer. */
async function askMeanwhile<T>(ask: () => Promise<T>, over: AbortSignal, tell: (ms: number) => void) {
  for (let answeredAt = performance.now(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const answer = await ask();
    // With the pause, which is as long as nobody gets a turn.
    tell(performance.now() - answeredAt);
    answeredAt = performance.now();
    if (over.aborted) return answer;
  }
}

/** Programs of the machine that are not what they seem; each is a shell script. */
function withPrograms(programs: Readonly<Record<string, string>>): string {
  const directory = openDirectory();
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `SetEnv PATH=${directory}:/usr/bin:/bin`;
}

/** Far less than the machine sends. */
const LITTLE = 250_000_000;

test.each([
  ['an answer that is too short to be one', 'short', 'acp_remote_list_files', { path: '/srv/place' }],
  ['greetings without end', 'greetings', 'acp_remote_list_files', { path: '/srv/place' }],
  ['a line without end after its output', 'line', 'acp_remote_execute_command', { command: 'ls' }],
  [
    'all pieces of a file but the first',
    'huge',
    'acp_remote_download',
    { remotePath: '/srv/place', localPath: 'a' },
  ],
])(
  'a machine that sends %s is left, and nobody else notices',
  async (_, how, tool, args) => {
    const { answer, most, other } = await callTo(how, tool, args);
    expect(answer).toMatchObject({ ok: false });
    expect(answer.code).toMatch(/^(UNAVAILABLE|CONFLICT)$/);
    expect(most).toBeLessThan(LITTLE);
    expect(other).toMatchObject({ ok: true });
  },
  25_000,
);

test('of a command whose end the machine does not tell, that is said', async () => {
  const { answer } = await callTo('end', 'acp_remote_execute_command', { command: 'ls' });
  expect(answer).toMatchObject({ ok: false, code: 'EXEC_FAILED' });
  expect(JSON.stringify(answer)).toContain('did not say how the command ended');
}, 25_000);

test('a file that would fill the disk, or never ends, is not fetched', async () => {
  const file = { remotePath: '/srv/place', localPath: 'a' };
  for (const how of ['vast', 'endless']) {
    const { answer } = await callTo(how, 'acp_remote_download', file);
    expect(answer, how).toMatchObject({ ok: false, code: 'TOO_LARGE' });
  }
}, 25_000);

test('of a directory without end the first names are shown, and that there are more', async () => {
  const { answer, most } = await callTo('names', 'acp_remote_list_files', { path: '/srv/place', limit: 3 });
  expect(answer).toMatchObject({ ok: true, data: { truncated: true } });
  expect(answer.data.entries).toHaveLength(3);
  expect(most).toBeLessThan(LITTLE);
}, 25_000);

/** Tells that it is a find for our purposes, and goes on as given. */
const findThat = (script: string): string => `[ "$1" = / ] && printf x && exit\n${script}`;

test('a program of the machine that prints without end does not fill the memory', async () => {
  const path = withPrograms({ find: findThat(`exec yes ${'n'.repeat(900)}`) });
  const { answer, most } = await callWith(path, 'acp_remote_list_files', { path: '/etc', recursive: true });
  expect(answer).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  expect(most).toBeLessThan(LITTLE);
}, 25_000);

const records = (pattern: string): string => `seq -f '${pattern}' 5000000 | tr '\\n' '\\0'`;

test.each([
  ['far more files than it was asked for', records('f/1/1///1/n%.0f'), 2000, 2000],
  ['all names that may be asked for', records('f/1/1///1/n%.0f'), 50_000, 50_000],
  ['records that are none', 'yes a | tr "\\n" "\\0"', 2000, 0],
  ['long names without end', records(`f/1/1///1/${'n'.repeat(3000)}%.0f`), 50_000, 5000],
])(
  'of a machine that lists %s the first are shown, and nobody else waits',
  async (_, script, limit, shown) => {
    const path = withPrograms({ find: findThat(script), head: 'exec cat' });
    const args = { path: '/etc', recursive: true, limit };
    const { answer, most, slowestMs } = await callWith(path, 'acp_remote_list_files', args);
    expect(answer).toMatchObject({ ok: true, data: { truncated: true } });
    expect((answer.data.entries as unknown[]).length).toBeGreaterThanOrEqual(shown);
    expect((answer.data.entries as unknown[]).length).toBeLessThanOrEqual(limit);
    expect(most).toBeLessThan(LITTLE);
    expect(slowestMs).toBeLessThan(1500);
  },
  40_000,
);

test('a machine that says of its jobs what has no end holds nobody up', async () => {
  const words = `echo 0; yes '' | head -c 60000000 | tr '\\n' ' '; echo x`;
  const cat = `case "$*" in */rc) ${words};; *) exec /bin/cat "$@";; esac`;
  const args = { command: 'true', background: true };
  const { answer, most, slowestMs } = await callWith(
    withPrograms({ cat }),
    'acp_remote_execute_command',
    args,
  );
  expect(answer).toMatchObject({ ok: true });
  expect(most).toBeLessThan(LITTLE);
  expect(slowestMs).toBeLessThan(1500);
}, 25_000);
