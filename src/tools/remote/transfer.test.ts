import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { startProxy } from '../../../test/support/ssh/proxy.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';

const sshd = await sharedSshd();
const { folder } = remoteFolders();
const fullAccess = { settings: { permissionLevel: 'full_access' } };
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const SIZE = 40_000_000;

async function breakable() {
  const proxy = await startProxy(sshd.port);
  onTestFinished(() => proxy.close());
  const more = [`HostKeyAlias [127.0.0.1]:${sshd.port}`, 'Compression no'];
  return { proxy, ...createRemoteHost(sshd, { ...fullAccess, hosts: { box: { port: proxy.port, more } } }) };
}

test('a file goes there and back, byte by byte, and is told of on the way', async () => {
  const { root, approved } = createRemoteHost(sshd, fullAccess);
  const bytes = randomBytes(SIZE);
  const [here, back, there] = [join(root, 'big.bin'), join(root, 'back.bin'), join(folder(), 'd/big.bin')];
  writeFileSync(here, bytes);
  const told: number[] = [];
  const onProgress = ({ done, total }: { done: number; total?: number }): void => {
    expect(total).toBe(SIZE);
    told.push(done);
  };
  const sent = await approved.call(
    'acp_remote_upload',
    { localPath: 'big.bin', remotePath: there, createDirs: true, mode: '0640' },
    { onProgress },
  );
  expect(sent.data).toEqual({
    path: there,
    bytes: SIZE,
    sha256: sha256(bytes),
    resumedAt: 0,
    verified: true,
  });
  expect(readFileSync(there).equals(bytes)).toBe(true);
  expect(statSync(there).mode & 0o777).toBe(0o640);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(await approved.call('acp_remote_upload', { localPath: here, remotePath: there })).toMatchObject({
    code: 'CONFLICT',
  });
  const fetched = await approved.call('acp_remote_download', { remotePath: there, localPath: back });
  expect(fetched.data).toEqual({
    path: back,
    bytes: SIZE,
    sha256: sha256(bytes),
    resumedAt: 0,
    verified: true,
  });
  expect(readFileSync(back).equals(bytes)).toBe(true);
  expect(await approved.call('acp_remote_download', { remotePath: there, localPath: back })).toMatchObject({
    code: 'CONFLICT',
  });
  expect(
    (await approved.call('acp_remote_download', { remotePath: there, localPath: back, overwrite: true })).ok,
  ).toBe(true);
}, 60_000);

test('a transfer of 200 MB that breaks off half way goes on where it was', async () => {
  const { proxy, root, approved } = await breakable();
  const size = 200_000_000;
  const bytes = randomBytes(size);
  const [here, back, there] = [join(root, 'big.bin'), join(root, 'back.bin'), join(folder(), 'big.bin')];
  writeFileSync(here, bytes);
  await approved.call('acp_remote_list_files', { path: '/' });
  proxy.cutAfter(size / 2);
  const args = { localPath: here, remotePath: there };
  expect(await approved.call('acp_remote_upload', args)).toMatchObject({ code: 'UNAVAILABLE' });
  expect(existsSync(there)).toBe(false);
  const sent = await approved.call('acp_remote_upload', args);
  expect(sent.data).toMatchObject({ bytes: size, sha256: sha256(bytes), verified: true });
  expect(Number(sent.data.resumedAt)).toBeGreaterThan(size / 4);
  expect(readFileSync(there).equals(bytes)).toBe(true);
  expect(readdirSync(join(there, '..'))).toEqual(['big.bin']);

  proxy.cutDownAfter(size / 2);
  const down = { remotePath: there, localPath: back };
  expect(await approved.call('acp_remote_download', down)).toMatchObject({ code: 'UNAVAILABLE' });
  expect(existsSync(back)).toBe(false);
  const fetched = await approved.call('acp_remote_download', down);
  expect(fetched.data).toMatchObject({ bytes: size, sha256: sha256(bytes), verified: true });
  expect(Number(fetched.data.resumedAt)).toBeGreaterThan(size / 4);
  expect(readFileSync(back).equals(bytes)).toBe(true);
  expect(readdirSync(root).sort()).toEqual(['back.bin', 'big.bin']);
}, 240_000);

test('an empty file, and one that only says so, are fetched to their end; a device is not', async () => {
  const { root, approved } = createRemoteHost(sshd, fullAccess);
  const fetch = (remotePath: string, localPath: string) =>
    approved.call('acp_remote_download', { remotePath, localPath });
  const path = join(folder({ empty: '' }), 'empty');
  expect((await fetch(path, 'empty')).data).toMatchObject({ bytes: 0, verified: true });
  const version = readFileSync('/proc/version');
  expect((await fetch('/proc/version', 'version')).data).toMatchObject({
    bytes: version.length,
    sha256: sha256(version),
    verified: true,
  });
  expect(readFileSync(join(root, 'version')).equals(version)).toBe(true);
  expect(await fetch('/dev/zero', 'endless')).toMatchObject({
    code: 'VALIDATION',
    message: '/dev/zero on box is a device, not a file',
  });
  expect(readdirSync(root).sort()).toEqual(['empty', 'version']);
}, 20_000);

test('what is here stays inside the roots, both ways', async () => {
  const there = join(folder({ 'a.txt': 'a' }), 'a.txt');
  const { approved } = createRemoteHost(sshd, fullAccess);
  expect(
    await approved.call('acp_remote_upload', { localPath: '/etc/hostname', remotePath: `${there}.x` }),
  ).toMatchObject({
    code: 'OUTSIDE_ROOT',
  });
  expect(existsSync(`${there}.x`)).toBe(false);
  expect(
    await approved.call('acp_remote_download', { remotePath: there, localPath: '/tmp/tg-outside' }),
  ).toMatchObject({
    code: 'OUTSIDE_ROOT',
  });
  expect(
    await approved.call('acp_remote_download', {
      remotePath: there,
      localPath: '.git/hooks/pre-commit',
      createDirs: true,
    }),
  ).toMatchObject({
    code: 'PROTECTED_PATH',
  });
});
