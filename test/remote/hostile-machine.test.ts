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
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 20);
  const answer = await approved.call(tool, args);
  clearInterval(watch);
  const other = await approved.call('acp_remote_list_hosts');
  return { answer, most, other };
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

test('a program of the machine that prints without end does not fill the memory', async () => {
  const directory = openDirectory();
  const find = ['#!/bin/sh', '[ "$1" = / ] && printf x && exit', `exec yes ${'n'.repeat(900)}`, ''].join(
    '\n',
  );
  writeFileSync(join(directory, 'find'), find, { mode: 0o755 });
  const path = `SetEnv PATH=${directory}:/usr/bin:/bin`;
  const { answer, most } = await callWith(path, 'acp_remote_list_files', { path: '/etc', recursive: true });
  expect(answer).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  expect(most).toBeLessThan(LITTLE);
}, 25_000);
