import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/support/program.ts';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { startProxy } from '../../../test/support/ssh/proxy.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';
import { startSshd } from '../../../test/support/ssh/sshd.ts';

const sshd = await sharedSshd();
const { name: user, folder, own } = remoteFolders();
const fullAccess = { settings: { permissionLevel: 'full_access' } };

test('a place that is closed to the account, a missing one and a file in the way are told apart', async () => {
  const path = folder({ file: 'x' });
  const shut = folder();
  chmodSync(shut, 0o555);
  const { approved } = createRemoteHost(sshd, fullAccess);
  const write = (to: string) => approved.call('acp_remote_write_file', { path: to, content: 'x' });
  expect(await write(join(shut, 'new'))).toMatchObject({
    code: 'PERMISSION_DENIED',
    message: expect.stringMatching(new RegExp(`${shut}.* is not open to ${user} `)),
  });
  expect(await write(join(path, 'no/such'))).toMatchObject({
    code: 'NOT_FOUND',
    message: `The directory ${join(path, 'no')} does not exist on box`,
  });
  expect(await write(join(path, 'file/below'))).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringMatching(/\/file is not a directory$/),
  });
  expect(await write(path)).toMatchObject({
    code: 'VALIDATION',
    message: `${path} on box is a directory, not a file`,
  });
  expect(await write(join(path, 'n'.repeat(300)))).toMatchObject({
    code: 'VALIDATION',
    message: expect.stringMatching(/is longer than a name may be/),
  });
  expect([readdirSync(path), readdirSync(shut)]).toEqual([['file'], []]);
});

test('a named pipe is told, and holds up nobody', async () => {
  const path = folder({ 'a.txt': 'a' });
  const pipe = join(path, 'pipe');
  execFileSync('mkfifo', [pipe]);
  own(path);
  const { root, approved } = createRemoteHost(sshd, fullAccess);
  const told = { code: 'VALIDATION', message: `${pipe} on box is a named pipe, not a file` };
  expect(await approved.call('acp_remote_read_file', { path: pipe })).toMatchObject(told);
  expect(await approved.call('acp_remote_write_file', { path: pipe, content: 'x' })).toMatchObject(told);
  const down = { remotePath: pipe, localPath: join(root, 'x') };
  expect(await approved.call('acp_remote_download', down)).toMatchObject(told);
  const up = { localPath: join(root, 'y'), remotePath: pipe, overwrite: true };
  writeFileSync(join(root, 'y'), 'y');
  expect(await approved.call('acp_remote_upload', up)).toMatchObject({ code: 'VALIDATION' });
  expect((await approved.call('acp_remote_read_file', { path: join(path, 'a.txt') })).data.content).toBe('a');
}, 20_000);

test('files that stand still after a call was given up are reached on another channel', async () => {
  const own = await startSshd();
  onTestFinished(() => own.close());
  const path = join(folder({ 'a.txt': 'a' }), 'a.txt');
  const proxy = await startProxy(own.port);
  onTestFinished(() => proxy.close());
  const more = [`HostKeyAlias [127.0.0.1]:${own.port}`];
  const { approved } = createRemoteHost(own, { ...fullAccess, hosts: { box: { port: proxy.port, more } } });
  const read = (how?: object) => approved.call('acp_remote_read_file', { path }, how);
  expect(await read()).toMatchObject({ ok: true });
  const servers = own
    .sessions()
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('internal-sftp'));
  expect(servers).toHaveLength(1);
  for (const pid of servers) process.kill(pid, 'SIGSTOP');
  const [stop, sentBefore] = [new AbortController(), proxy.bytesUp()];
  const waiting = read({ signal: stop.signal });
  await until('the request to be sent', () => proxy.bytesUp() > sentBefore);
  stop.abort();
  expect(await waiting).toMatchObject({ ok: false, code: 'CANCELLED' });
  expect(await read()).toMatchObject({ ok: true, data: { content: 'a' } });
}, 30_000);

test('a link that leads nowhere is told as one, and what is behind another by its own name', async () => {
  const path = folder({});
  symlinkSync('loop', join(path, 'loop'));
  symlinkSync('/nowhere', join(path, 'away'));
  execFileSync('mkfifo', [join(path, 'pipe')]);
  const { approved } = createRemoteHost(sshd, fullAccess);
  const nowhere = {
    code: 'NOT_FOUND',
    message: expect.stringMatching(/(loop|away) on box is a link that leads nowhere$/),
  };
  for (const name of ['loop', 'away'])
    expect(await approved.call('acp_remote_read_file', { path: join(path, name) })).toMatchObject(nowhere);
  const write = (name: string) =>
    approved.call('acp_remote_write_file', { path: join(path, name), content: 'x' });
  expect(await write('loop')).toMatchObject(nowhere);
  expect(await write('away')).toMatchObject({
    code: 'PERMISSION_DENIED',
    message: expect.stringMatching(/^\/nowhere on box is not open to /),
  });
  expect(await approved.call('acp_remote_list_files', { path: join(path, 'pipe') })).toMatchObject({
    code: 'VALIDATION',
    message: `${join(path, 'pipe')} on box is a named pipe`,
  });
});

test('a name with a line break, and one that is no UTF-8, are not taken for others', async () => {
  const path = folder({ 'a\nb': '' });
  const { approved } = createRemoteHost(sshd, fullAccess);
  expect((await approved.call('acp_remote_list_files', { path })).text).toBe('"a\\nb"');
  expect((await approved.call('acp_remote_list_files', { path: folder() })).text).toBe('[empty]');
  writeFileSync(Buffer.concat([Buffer.from(`${path}/x`), Buffer.from([0xff])]), '');
  expect(await approved.call('acp_remote_read_file', { path: join(path, 'x\uFFFD') })).toMatchObject({
    code: 'NOT_FOUND',
    hint: expect.stringMatching(/not valid UTF-8/),
  });
});
