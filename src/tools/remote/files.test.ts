import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/support/program.ts';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { startProxy } from '../../../test/support/ssh/proxy.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';

const sshd = await sharedSshd();
const { name: user, folder, own } = remoteFolders();
const fullAccess = { settings: { permissionLevel: 'full_access' } };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('a file is read whole, in parts, as bytes, and refused where it is too large or binary', async () => {
  const text = 'héllo\n'.repeat(5000);
  const path = folder({ 'a.txt': text, 'bin.dat': 'a\0b', 'app.yaml': 'x: 1', '.env': 'A=1' });
  const { approved, unasked } = createRemoteHost(sshd);
  const read = await approved.call('acp_remote_read_file', { path: join(path, 'a.txt') });
  expect(read.data).toEqual({
    path: join(path, 'a.txt'),
    content: text,
    size: 35_000,
    encoding: 'utf-8',
    truncated: false,
  });
  expect(
    (await unasked.call('acp_remote_read_file', { path: join(path, 'a.txt'), offset: 7, length: 7 })).data,
  ).toMatchObject({
    content: 'héllo\n',
    truncated: true,
  });
  expect(
    await unasked.call('acp_remote_read_file', { path: join(path, 'a.txt'), maxSize: 1000 }),
  ).toMatchObject({
    code: 'TOO_LARGE',
    message: `${join(path, 'a.txt')} on box has 35000 bytes; maxSize is 1000`,
    hint: expect.stringMatching(/head or tail/),
  });
  expect(await unasked.call('acp_remote_read_file', { path: join(path, 'bin.dat') })).toMatchObject({
    code: 'VALIDATION',
    message: `${join(path, 'bin.dat')} is binary: 3 bytes, sha256 ${sha256('a\0b')}`,
    hint: expect.stringMatching(/base64/),
  });
  expect(
    (await unasked.call('acp_remote_read_file', { path: join(path, 'bin.dat'), encoding: 'base64' })).data
      .content,
  ).toBe('YQBi');
  expect((await unasked.call('acp_remote_read_file', { path: '/proc/version' })).data.content).toMatch(
    /^Linux/,
  );
  const endless = { path: '/dev/zero', encoding: 'base64' };
  expect(await unasked.call('acp_remote_read_file', { ...endless, length: 3 })).toMatchObject({
    data: { content: 'AAAA', size: 3 },
  });
  expect(await unasked.call('acp_remote_read_file', endless)).toMatchObject({ code: 'TOO_LARGE' });
  // As here: how things are set up may be looked at, what holds secrets is asked about.
  expect((await unasked.call('acp_remote_read_file', { path: join(path, 'app.yaml') })).ok).toBe(true);
  expect(await unasked.call('acp_remote_read_file', { path: join(path, '.env') })).toMatchObject({
    code: 'APPROVAL_PENDING',
  });
  expect(await unasked.call('acp_remote_read_file', { path })).toMatchObject({
    code: 'VALIDATION',
    message: `${path} on box is a directory`,
  });
  if (process.getuid?.() === 0)
    expect(await approved.call('acp_remote_read_file', { path: '/etc/shadow' })).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringMatching(`^/etc/shadow on box is not open to ${user} \\(owner 0:`),
    });
});

test('a write keeps mode and owner, makes directories and never loses an older backup', async () => {
  const path = folder({ 'a.sh': 'old' });
  chmodSync(join(path, 'a.sh'), 0o750);
  const before = statSync(join(path, 'a.sh'));
  const { approved } = createRemoteHost(sshd);
  const write = (args: object) =>
    approved.call('acp_remote_write_file', { path: join(path, 'a.sh'), content: 'new', ...args });
  expect((await write({ backup: true, expectedSha256: sha256('old') })).data).toEqual({
    success: true,
    path: join(path, 'a.sh'),
    bytesWritten: 3,
    created: false,
    sha256: sha256('new'),
    backupPath: join(path, 'a.sh.backup'),
  });
  const { mode, uid, gid } = statSync(join(path, 'a.sh'));
  expect({ mode, uid, gid }).toEqual({ mode: before.mode, uid: before.uid, gid: before.gid });
  expect((await write({ content: 'newer', backup: true })).data.backupPath).toBe(join(path, 'a.sh.backup.1'));
  expect(
    ['a.sh', 'a.sh.backup', 'a.sh.backup.1'].map((name) => readFileSync(join(path, name), 'utf8')),
  ).toEqual(['newer', 'old', 'new']);
  expect(await write({ expectedSha256: sha256('old') })).toMatchObject({
    code: 'CONFLICT',
    hint: 'Nothing was written. Read it again.',
  });
  const deep = join(path, 'x/y/z.txt');
  expect(await write({ path: deep })).toMatchObject({
    code: 'NOT_FOUND',
    message: `The directory ${join(path, 'x/y')} does not exist on box`,
    hint: expect.stringMatching(/createDirs/),
  });
  expect((await write({ path: deep, createDirs: true, mode: '0600' })).data).toMatchObject({ created: true });
  expect(statSync(deep).mode & 0o7777).toBe(0o600);
  symlinkSync('z.txt', join(path, 'x/y/link'));
  expect((await write({ path: join(path, 'x/y/link'), content: 'through' })).ok).toBe(true);
  expect([lstatSync(join(path, 'x/y/link')).isSymbolicLink(), readFileSync(deep, 'utf8')]).toEqual([
    true,
    'through',
  ]);
  expect(
    (await write({ path: join(path, 'b.bin'), content: 'AAEC', encoding: 'base64' })).data.bytesWritten,
  ).toBe(3);
  expect(await write({ content: 'x'.repeat(1_048_577) })).toMatchObject({
    code: 'TOO_LARGE',
    hint: expect.stringMatching(/upload/),
  });
  expect(await write({ path: join(path, 'x') })).toMatchObject({ code: 'VALIDATION' });
  expect(readdirSync(path).filter((name) => name.includes('toolgate'))).toEqual([]);
});

test('a new file is MEDIUM, one that is replaced HIGH, what decides what runs CRITICAL', async () => {
  const path = folder({ 'a.txt': 'old' });
  const { host, caller, approved } = createRemoteHost(sshd);
  await approved.call('acp_remote_list_files', { path });
  const risk = async (file: string) => {
    const answer = await host.call({
      tool: 'acp_remote_write_file',
      args: { path: file, content: 'x' },
      caller,
    });
    return answer.kind === 'result' ? answer.meta.risk : undefined;
  };
  const files = [
    join(path, 'new.txt'),
    join(path, 'a.txt'),
    '~/.ssh/authorized_keys',
    '/etc/passwd',
    '~/.bashrc',
  ];
  expect(await Promise.all(files.map(risk))).toEqual(['MEDIUM', 'HIGH', 'CRITICAL', 'CRITICAL', 'CRITICAL']);
  expect(existsSync(files[0] ?? '')).toBe(false);
});

test('a full disk is named, and leaves the old file as it was', async () => {
  const path = folder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=777', 'tmpfs', path]);
  try {
    const { approved } = createRemoteHost(sshd, fullAccess);
    const file = join(path, 'a.txt');
    writeFileSync(file, 'precious');
    own(path);
    writeFileSync(join(path, 'filler'), Buffer.alloc(700_000));
    expect(
      await approved.call('acp_remote_write_file', { path: file, content: 'x'.repeat(600_000) }),
    ).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^The disk of box is full: /),
      hint: expect.stringMatching(/unchanged/),
    });
    expect(readFileSync(file, 'utf8')).toBe('precious');
    expect(readdirSync(path).sort()).toEqual(['a.txt', 'filler']);
  } finally {
    execFileSync('umount', [path]);
  }
});

test('a reader finds the old file or the new one', async () => {
  const path = folder({ 'a.txt': 'a'.repeat(500_000) });
  const file = join(path, 'a.txt');
  const { approved } = createRemoteHost(sshd, fullAccess);
  let isOver = false;
  const found = new Set<string>();
  const readOn = (async () => {
    while (!isOver) {
      const text = readFileSync(file, 'utf8');
      found.add(`${text.length} ${new Set(text).size}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (const letter of 'bcdefgh')
    await approved.call('acp_remote_write_file', { path: file, content: letter.repeat(500_000) });
  isOver = true;
  await readOn;
  expect([...found]).toEqual(['500000 1']);
});

test('a connection that breaks while a file is written leaves the old one, and what it left is swept later', async () => {
  const proxy = await startProxy(sshd.port);
  onTestFinished(() => proxy.close());
  const path = folder({ 'a.txt': 'precious' });
  const file = join(path, 'a.txt');
  const more = [`HostKeyAlias [127.0.0.1]:${sshd.port}`];
  const { approved } = createRemoteHost(sshd, { ...fullAccess, hosts: { box: { port: proxy.port, more } } });
  await approved.call('acp_remote_list_files', { path });
  proxy.cutAfter(500_000);
  expect(
    await approved.call('acp_remote_write_file', { path: file, content: 'x'.repeat(1_000_000) }),
  ).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^The connection to box was lost/),
  });
  expect(readFileSync(file, 'utf8')).toBe('precious');
  const [left = ''] = readdirSync(path).filter((name) => name.includes('.toolgate-'));
  expect(left).toMatch(/^\.a\.txt\.toolgate-[0-9a-f]+\.tmp$/);
  utimesSync(join(path, left), 1, 1);
  await approved.call('acp_remote_write_file', { path: join(path, 'c.txt'), content: 'y' });
  await until('the temporary file to be gone', () => !existsSync(join(path, left)));
});

test('a host with a root is left by no path, no link and no dots', async () => {
  const root = folder({ 'in.txt': 'in', 'sub/x': '' });
  symlinkSync('/etc', join(root, 'etc'));
  symlinkSync('/etc/hostname', join(root, 'name'));
  const hosts = {
    inside: { hostname: '127.0.0.1', port: sshd.port, user, identityFile: sshd.identity, root },
  };
  const { approved, config } = createRemoteHost(sshd, { ...fullAccess, hosts: {}, remote: { hosts } });
  writeFileSync(config.file, `UserKnownHostsFile ${config.knownHosts}\n`);
  expect((await approved.call('acp_remote_read_file', { path: 'in.txt' })).data).toMatchObject({
    content: 'in',
    path: join(root, 'in.txt'),
  });
  for (const path of ['/etc/hostname', 'name', 'etc/hostname', '../../x', '~', 'etc'])
    for (const [tool, more] of [
      ['acp_remote_read_file', {}],
      ['acp_remote_write_file', { content: 'x' }],
      ['acp_remote_list_files', {}],
    ] as const)
      expect([tool, path, (await approved.call(tool, { path, ...more })).code]).toEqual([
        tool,
        path,
        'OUTSIDE_ROOT',
      ]);
  expect(await approved.call('acp_remote_write_file', { path: 'etc/new', content: 'x' })).toMatchObject({
    code: 'OUTSIDE_ROOT',
    message: `${join(root, 'etc/new')} -> /etc/new is outside ${root}, the root of inside`,
  });
});
