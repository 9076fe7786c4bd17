import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';

const sshd = await sharedSshd();
const { folder, own, home, name: user } = remoteFolders();

test('directories are made, things moved, deleted and given permissions', async () => {
  const path = folder({ 'a.txt': 'a', 'b.txt': 'b', 'full/x': '' });
  const { approved } = createRemoteHost(sshd);
  const at = (name: string): string => join(path, name);
  expect((await approved.call('acp_remote_make_directory', { path: at('x/y'), mode: '0700' })).data).toEqual({
    path: at('x/y'),
    created: true,
  });
  expect(statSync(at('x/y')).mode & 0o777).toBe(0o700);
  expect((await approved.call('acp_remote_make_directory', { path: at('x/y') })).data.created).toBe(false);
  expect(await approved.call('acp_remote_make_directory', { path: at('a.txt') })).toMatchObject({
    code: 'CONFLICT',
  });
  expect((await approved.call('acp_remote_move', { from: at('a.txt'), to: at('x/c.txt') })).text).toBe(
    `Moved ${at('a.txt')} to ${at('x/c.txt')}`,
  );
  expect(await approved.call('acp_remote_move', { from: at('b.txt'), to: at('x/c.txt') })).toMatchObject({
    code: 'CONFLICT',
    hint: expect.stringMatching(/overwrite/),
  });
  expect(
    (await approved.call('acp_remote_move', { from: at('b.txt'), to: at('x/c.txt'), overwrite: true })).ok,
  ).toBe(true);
  expect(readFileSync(at('x/c.txt'), 'utf8')).toBe('b');
  expect(await approved.call('acp_remote_move', { from: at('nope'), to: at('z') })).toMatchObject({
    code: 'NOT_FOUND',
  });
  // Another file system, where a rename alone does not do.
  const shm = `/dev/shm/tg-${process.pid}`;
  expect((await approved.call('acp_remote_move', { from: at('x/c.txt'), to: shm })).ok).toBe(true);
  expect((await approved.call('acp_remote_chmod', { path: shm, mode: '600' })).data).toEqual({
    path: shm,
    mode: '0600',
  });
  expect(statSync(shm).mode & 0o777).toBe(0o600);
  expect((await approved.call('acp_remote_delete', { path: shm })).data).toEqual({ path: shm, type: 'file' });
  expect(existsSync(shm)).toBe(false);
  expect(await approved.call('acp_remote_delete', { path: at('full') })).toMatchObject({
    code: 'CONFLICT',
    message: `${at('full')} on box is not empty`,
    hint: expect.stringMatching(/recursive/),
  });
  expect((await approved.call('acp_remote_delete', { path: at('full'), recursive: true })).ok).toBe(true);
  expect(readdirSync(path)).toEqual(['x']);
});

test('what cannot be moved or given to somebody is told before anything is done', async () => {
  const path = folder({ a: 'a', 'dir/b': 'b' });
  const at = (name: string) => join(path, name);
  const { approved } = createRemoteHost(sshd);
  const move = (from: string, to: string) =>
    approved.call('acp_remote_move', { from: at(from), to: at(to), overwrite: true });
  expect(await move('a', 'no/such/a')).toMatchObject({
    code: 'NOT_FOUND',
    message: `The directory ${at('no/such')} does not exist on box`,
    hint: expect.stringMatching(/acp_remote_make_directory/),
  });
  expect(await move('dir', 'a/dir')).toMatchObject({ code: 'NOT_FOUND' });
  expect(await move('dir', 'dir/b/c')).toMatchObject({
    code: 'VALIDATION',
    message: expect.stringMatching(/into itself/),
  });
  const unknown = { path: at('a'), owner: 'no-such-user' };
  expect(await approved.call('acp_remote_chown', unknown)).toMatchObject({
    code: 'VALIDATION',
    hint: expect.stringMatching(/Nothing was changed/),
  });
  expect([readFileSync(at('a'), 'utf8'), readFileSync(at('dir/b'), 'utf8')]).toEqual(['a', 'b']);
});

test('a link is deleted itself, never what it leads to', async () => {
  const path = folder({ 'keep/x': 'x' });
  symlinkSync('keep', join(path, 'link'));
  own(path);
  const { approved } = createRemoteHost(sshd);
  expect(
    (await approved.call('acp_remote_delete', { path: join(path, 'link'), recursive: true })).data,
  ).toMatchObject({
    type: 'symlink',
  });
  expect(readdirSync(path)).toEqual(['keep']);
  expect(readFileSync(join(path, 'keep/x'), 'utf8')).toBe('x');
});

test('the home of the account, and what holds it, is never deleted or moved', async () => {
  const path = folder();
  symlinkSync(join(home, '..'), join(path, 'up'));
  const { approved } = createRemoteHost(sshd);
  for (const one of ['~', home, join(home, '..'), join(path, 'up', basename(home)), '/'])
    for (const [tool, args] of [
      // Not recursive: should it ever be let through, nothing is lost.
      ['acp_remote_delete', { path: one }],
      ['acp_remote_move', { from: one, to: join(path, 'moved') }],
    ] as const)
      expect([one, tool, (await approved.call(tool, args)).code]).toEqual([one, tool, 'VALIDATION']);
  expect(existsSync(path)).toBe(true);
});

test('the owner is changed by name or number, where the account may', async () => {
  const path = folder({ a: '' });
  const { approved } = createRemoteHost(sshd);
  expect((await approved.call('acp_remote_chown', { path: join(path, 'a'), group: user })).ok).toBe(true);
  expect(await approved.call('acp_remote_chown', { path: join(path, 'a'), owner: 'root' })).toMatchObject(
    process.getuid?.() === 0
      ? { code: 'PERMISSION_DENIED', message: expect.stringMatching(/not permitted/) }
      : { ok: false },
  );
  expect(await approved.call('acp_remote_chown', { path: join(path, 'a') })).toMatchObject({
    code: 'VALIDATION',
  });
  expect(await approved.call('acp_remote_chown', { path: join(path, 'a'), owner: '-R' })).toMatchObject({
    code: 'VALIDATION',
  });
});

test('risk follows from what is done, and where', async () => {
  const { host, caller, approved } = createRemoteHost(sshd);
  await approved.call('acp_remote_list_files', { path: '/' });
  const cases: [string, object, string][] = [
    ['acp_remote_make_directory', { path: '~/x' }, 'MEDIUM'],
    ['acp_remote_move', { from: '~/a', to: '~/b' }, 'MEDIUM'],
    ['acp_remote_move', { from: '~/a', to: '~/.bashrc' }, 'CRITICAL'],
    ['acp_remote_delete', { path: '~/a' }, 'HIGH'],
    ['acp_remote_delete', { path: '~/a', recursive: true }, 'CRITICAL'],
    ['acp_remote_chmod', { path: '~/a', mode: '0644' }, 'MEDIUM'],
    ['acp_remote_chmod', { path: '~/a', mode: '4755' }, 'HIGH'],
    ['acp_remote_chmod', { path: '~/a', mode: '0644', recursive: true }, 'CRITICAL'],
    ['acp_remote_chown', { path: '~/a', owner: 'x', recursive: true }, 'CRITICAL'],
    ['acp_remote_forward_port', { targetPort: 80 }, 'MEDIUM'],
    ['acp_remote_forward_port', { targetPort: 80, direction: 'remote' }, 'HIGH'],
    ['acp_remote_batch', { operations: [{ op: 'stat', path: '~' }] }, 'SAFE'],
    [
      'acp_remote_batch',
      {
        operations: [
          { op: 'stat', path: '~' },
          { op: 'delete', path: '~/x', recursive: true },
        ],
      },
      'CRITICAL',
    ],
    ['acp_remote_execute_many', { hosts: ['box'], command: 'ls' }, 'LOW'],
  ];
  for (const [tool, args, risk] of cases) {
    const answer = await host.call({ tool, args, caller: { ...caller, mode: 'read_only' } });
    expect([tool, args, answer.kind === 'result' && answer.meta.risk]).toEqual([tool, args, risk]);
  }
});

test('a batch does one after the other, and stops where one fails unless it is told not to', async () => {
  const path = folder({ 'a.txt': 'a' });
  const { approved } = createRemoteHost(sshd);
  const at = (name: string): string => join(path, name);
  const operations = [
    { op: 'mkdir', path: at('d/e') },
    { op: 'write', path: at('d/e/f'), content: 'text', mode: '0600' },
    { op: 'read', path: at('missing') },
    { op: 'move', path: at('a.txt'), to: at('b.txt') },
    { op: 'stat', path: at('d/e/f') },
  ];
  const stopped = await approved.call('acp_remote_batch', { operations });
  expect(stopped.data).toMatchObject({
    succeeded: 2,
    failed: 1,
    skipped: 2,
    results: [
      { ok: true, data: { created: true } },
      { ok: true, data: { bytesWritten: 4 } },
      { ok: false, error: expect.stringMatching(/^NOT_FOUND: .*missing does not exist/) },
      { ok: false, skipped: true },
      { ok: false, skipped: true },
    ],
  });
  expect(existsSync(at('a.txt'))).toBe(true);
  const rest = await approved.call('acp_remote_batch', { operations, stopOnError: false });
  expect(rest.data).toMatchObject({
    succeeded: 4,
    failed: 1,
    results: [{}, {}, {}, { ok: true }, { data: { size: 4, mode: '0600' } }],
  });
  expect(lstatSync(at('b.txt')).isFile()).toBe(true);
});

test('hosts are listed, and a name that is none is answered with those there are', async () => {
  const { unasked } = createRemoteHost(sshd, {
    hosts: { web1: {}, web2: {} },
    remote: { allowedHosts: ['web*'] },
  });
  expect((await unasked.call('acp_remote_list_hosts')).data).toEqual({
    hosts: ['web1', 'web2'].map((name) => ({
      name,
      source: 'ssh_config',
      isDefault: false,
      isConnected: false,
    })),
  });
  expect(await unasked.call('acp_remote_list_files', { path: '/' })).toMatchObject({
    code: 'VALIDATION',
    message: 'Which host is meant? Hosts: web1, web2',
  });
  expect(await unasked.call('acp_remote_list_files', { host: 'web3', path: '/' })).toMatchObject({
    code: 'NOT_FOUND',
    message: 'Host "web3" is not configured. Hosts: web1, web2',
  });
  for (const host of ['root@127.0.0.1', '-oProxyCommand=id', '127.0.0.1'])
    expect(await unasked.call('acp_remote_list_files', { host, path: '/' })).toMatchObject({
      code: 'NOT_FOUND',
    });
});
