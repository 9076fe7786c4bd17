import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { startProxy } from '../../../test/support/ssh/proxy.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';

const TOOL = 'acp_remote_upload';
const sshd = await sharedSshd();
const { folder, own } = remoteFolders();
const fullAccess = { settings: { permissionLevel: 'full_access' } };

test('an upload that fills the disk leaves the old file, and nothing beside it', async () => {
  const path = folder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=777', 'tmpfs', path]);
  onTestFinished(() => void execFileSync('umount', [path]));
  const { root, approved } = createRemoteHost(sshd, fullAccess);
  const remotePath = join(path, 'a.bin');
  writeFileSync(remotePath, 'precious');
  own(path);
  writeFileSync(join(root, 'big'), Buffer.alloc(3_000_000, 1));
  expect(await approved.call(TOOL, { localPath: 'big', remotePath, overwrite: true })).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^The disk of box is full: /),
  });
  expect(readFileSync(remotePath, 'utf8')).toBe('precious');
  expect(readdirSync(path)).toEqual(['a.bin']);
}, 30_000);

test('a link under the name of what is on its way is not followed', async () => {
  const proxy = await startProxy(sshd.port);
  onTestFinished(() => proxy.close());
  const more = [`HostKeyAlias [127.0.0.1]:${sshd.port}`, 'Compression no'];
  const { root, approved } = createRemoteHost(sshd, {
    ...fullAccess,
    hosts: { box: { port: proxy.port, more } },
  });
  const path = folder({ 'victim.txt': 'precious' });
  const remotePath = join(path, 'a.bin');
  writeFileSync(join(root, 'big'), Buffer.alloc(20_000_000, 1));
  await approved.call('acp_remote_list_files', { path });
  proxy.cutAfter(10_000_000);
  expect(await approved.call(TOOL, { localPath: 'big', remotePath })).toMatchObject({ ok: false });
  const part = readdirSync(path).find((name) => name.endsWith('.part')) ?? '';
  execFileSync('rm', [join(path, part)]);
  symlinkSync('victim.txt', join(path, part));
  own(path);
  expect(await approved.call(TOOL, { localPath: 'big', remotePath })).toMatchObject({
    ok: true,
    data: { resumedAt: 0, bytes: 20_000_000, verified: true },
  });
  expect(readFileSync(join(path, 'victim.txt'), 'utf8')).toBe('precious');
  expect(readdirSync(path).sort()).toEqual(['a.bin', 'victim.txt']);
}, 40_000);

test('of two that send to one place at once, one is told to wait', async () => {
  const { root, approved } = createRemoteHost(sshd, fullAccess);
  const remotePath = join(folder(), 'a.bin');
  const bytes = Buffer.alloc(20_000_000, 7);
  writeFileSync(join(root, 'big'), bytes);
  const args = { localPath: 'big', remotePath, overwrite: true };
  const both = await Promise.all([approved.call(TOOL, args), approved.call(TOOL, args)]);
  expect(both.map(({ ok, code }) => (ok ? 'sent' : code)).sort()).toEqual(['CONFLICT', 'sent']);
  expect(readFileSync(remotePath).equals(bytes)).toBe(true);
}, 30_000);
