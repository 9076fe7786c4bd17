import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';

const sshd = await sharedSshd();
const { folder } = remoteFolders();
const hosts = { a: {}, b: {}, dead: { port: 1 }, gone: { port: 2 } };
const fullAccess = { settings: { permissionLevel: 'full_access' } };

test('a command that succeeded nowhere has failed, and says of each host why', async () => {
  const { approved } = createRemoteHost(sshd, { ...fullAccess, hosts });
  const run = (names: readonly string[], command: string, more: object = {}) =>
    approved.call('acp_remote_execute_many', { hosts: names, command, ...more });
  expect(await run(['dead', 'gone'], 'hostname')).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The command succeeded on none of 2 hosts',
    text: expect.stringMatching(/^== dead: UNAVAILABLE: Cannot reach dead.*\n== gone: UNAVAILABLE: /),
    data: { succeeded: 0, failed: 2, results: [{ host: 'dead' }, { host: 'gone' }] },
  });
  expect(await run(['a', 'b'], 'echo out; exit 4')).toMatchObject({
    code: 'EXEC_FAILED',
    text: '== a: exit code 4\nout\n[exit code 4]\n== b: exit code 4\nout\n[exit code 4]',
  });
  expect(await run(['a', 'b'], 'sleep 20', { timeout: 1 })).toMatchObject({ code: 'TIMEOUT' });
  expect(await run(['a', 'dead'], 'true')).toMatchObject({ ok: true, data: { succeeded: 1, failed: 1 } });
  // An answer by its exit code, and no failure.
  expect((await run(['a', 'b'], 'grep -q nothing /etc/hostname')).ok).toBe(true);
}, 30_000);

test('a host that was not asked is told as such', async () => {
  const { approved } = createRemoteHost(sshd, { ...fullAccess, hosts });
  const stopped = await approved.call('acp_remote_execute_many', {
    hosts: ['dead', 'a'],
    command: 'echo hi',
    maxParallel: 1,
    stopOnError: true,
  });
  expect(stopped.data).toMatchObject({ succeeded: 0, failed: 1, skipped: 1 });
  expect(stopped.text).toMatch(/^== dead: UNAVAILABLE: .*\n== a: not started, since another host failed$/);
}, 20_000);

test('a batch of which nothing succeeded has failed', async () => {
  const path = folder({ 'a.txt': 'a' });
  const at = (name: string): string => join(path, name);
  const { approved } = createRemoteHost(sshd, fullAccess);
  const batch = (...operations: readonly object[]) =>
    approved.call('acp_remote_batch', { operations, stopOnError: false });
  expect(await batch({ op: 'stat', path: at('x') }, { op: 'read', path: at('y') })).toMatchObject({
    code: 'NOT_FOUND',
    message: 'None of 2 operations succeeded',
    text: `== stat ${at('x')}: NOT_FOUND: ${at('x')} does not exist on box. acp_remote_list_files shows what is there.
== read ${at('y')}: NOT_FOUND: ${at('y')} does not exist on box. acp_remote_list_files shows what is there.`,
    data: { succeeded: 0, failed: 2 },
  });
  expect(await batch({ op: 'stat', path: at('x') }, { op: 'list', path })).toMatchObject({ ok: true });
});

test('what is moved in a batch is named as in acp_remote_move, or by its path', async () => {
  const path = folder({ 'a.txt': 'a', 'b.txt': 'b' });
  const at = (name: string): string => join(path, name);
  const { approved } = createRemoteHost(sshd, fullAccess);
  const operations = [
    { op: 'move', from: at('a.txt'), to: at('c.txt') },
    { op: 'move', path: at('b.txt'), to: at('d.txt') },
  ];
  expect((await approved.call('acp_remote_batch', { operations })).data).toMatchObject({ succeeded: 2 });
  expect([at('c.txt'), at('d.txt')].map((one) => existsSync(one))).toEqual([true, true]);
  const nothing = [{ op: 'move', to: at('e.txt') }];
  expect(await approved.call('acp_remote_batch', { operations: nothing })).toMatchObject({
    code: 'VALIDATION',
  });
});

test('a missing directory is told with what this very call can do about it', async () => {
  const path = folder({ 'a.txt': 'a' });
  const { approved } = createRemoteHost(sshd, fullAccess);
  const to = join(path, 'x/y');
  expect(await approved.call('acp_remote_make_directory', { path: to, parents: false })).toMatchObject({
    code: 'NOT_FOUND',
    hint: 'Set parents to true to make it as well.',
  });
  expect(await approved.call('acp_remote_write_file', { path: to, content: '' })).toMatchObject({
    code: 'NOT_FOUND',
    hint: 'Set createDirs to true, or make it with acp_remote_make_directory.',
  });
});
