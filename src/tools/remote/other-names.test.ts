import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';

const sshd = await sharedSshd();
const { folder, own, home } = remoteFolders();
const PLANTED = 'planted words';

/** A host that was used before, and whose agents have these standing answers. */
async function usedHost(...standing: readonly [string, object][]) {
  const remote = createRemoteHost(sshd);
  const { host, caller, approved, unasked } = remote;
  await approved.call('acp_remote_list_files', { path: '~' });
  for (const [tool, args] of standing) {
    expect((await unasked.call(tool, { ...args })).code).toBe('APPROVAL_PENDING');
    for (const { id, status } of host.approvals.list())
      if (status === 'pending')
        host.approvals.decide(id, { verdict: 'approve', scope: 'always', by: 'tester', via: 'terminal' });
    expect((await unasked.call(tool, { ...args })).ok).toBe(true);
  }
  const riskOf = async (tool: string, args: object) => {
    const answer = await host.call({ tool, args, caller });
    return answer.kind === 'result' ? [answer.ok || answer.error.code, answer.meta.risk] : undefined;
  };
  return { ...remote, riskOf };
}

test('a secret is asked about under every spelling', async () => {
  const path = folder({
    '.aws/credentials': PLANTED,
    '.config/gh/hosts.yml': PLANTED,
    '.docker/config.json': PLANTED,
    '.docker/nginx.conf': 'worker_processes 1;',
    'site/app.txt': 'ordinary',
  });
  const { unasked } = await usedHost();
  const spellings = (name: string): string[] => [
    join(path, name),
    `~/${relative(home, path)}/${name}`,
    join(relative(home, path), name),
    `${relative(home, path)}/site/../${name}`,
    `~/../${relative(join(home, '..'), path)}//./${name}`,
  ];
  for (const name of ['.aws/credentials', '.config/gh/hosts.yml', '.docker/config.json'])
    for (const spelled of spellings(name)) {
      const read = await unasked.call('acp_remote_read_file', { path: spelled });
      expect([spelled, read.code]).toEqual([spelled, 'APPROVAL_PENDING']);
    }
  for (const name of ['.docker/nginx.conf', 'site/app.txt'])
    for (const spelled of spellings(name))
      expect([spelled, (await unasked.call('acp_remote_read_file', { path: spelled })).ok]).toEqual([
        spelled,
        true,
      ]);
});

test('a link shows no secret, and leads to everything else', async () => {
  const path = folder({
    '.aws/credentials': PLANTED,
    'shared/.env': PLANTED,
    'releases/1/app.txt': 'ordinary',
    'releases/1/app.yaml': 'ordinary: 1',
  });
  const at = (name: string): string => join(path, name);
  symlinkSync('.aws/credentials', at('link.txt'));
  symlinkSync('.aws', at('folder'));
  symlinkSync('link.txt', at('again.txt'));
  symlinkSync('../../shared/.env', at('releases/1/.env'));
  symlinkSync('releases/1', at('current'));
  symlinkSync('releases/1/app.yaml', at('settings.txt'));
  own(path);
  const { unasked, approved, root } = await usedHost([
    'acp_remote_download',
    { remotePath: at('current/app.txt'), localPath: 'first.txt' },
  ]);
  for (const name of ['link.txt', 'again.txt', 'folder/credentials']) {
    // This is what the account itself would see.
    expect(readFileSync(at(name), 'utf8')).toBe(PLANTED);
    const localPath = join(root, 'fetched.txt');
    const calls = [
      await unasked.call('acp_remote_read_file', { path: at(name) }),
      await unasked.call('acp_remote_read_file', { path: at(name), encoding: 'base64' }),
      await unasked.call('acp_remote_download', { remotePath: at(name), localPath }),
      await unasked.call('acp_remote_batch', { operations: [{ op: 'read', path: at(name) }] }),
    ];
    expect(existsSync(localPath)).toBe(false);
    expect(JSON.stringify(calls)).not.toMatch(PLANTED);
  }
  expect(await unasked.call('acp_remote_read_file', { path: at('link.txt') })).toMatchObject({
    code: 'PERMISSION_DENIED',
    message: `${at('link.txt')} leads to ${at('.aws/credentials')}: credentials looks like it holds secrets`,
    hint: `Call again with ${at('.aws/credentials')} itself, so that it can be asked about.`,
  });
  expect((await approved.call('acp_remote_read_file', { path: at('.aws/credentials') })).text).toBe(PLANTED);
  // Both names say that it is one.
  expect((await approved.call('acp_remote_read_file', { path: at('current/.env') })).text).toBe(PLANTED);
  for (const name of ['current/app.txt', 'current/app.yaml', 'settings.txt'])
    expect((await unasked.call('acp_remote_read_file', { path: at(name) })).text).toMatch('ordinary');
});

test('a standing answer for files covers no system directory under another spelling', async () => {
  const path = folder();
  const content = 'x';
  const { riskOf } = await usedHost(['acp_remote_write_file', { path: join(path, 'a.txt'), content }]);
  const away = `${relative(home, '/')}/etc/nothing-of-ours/x`;
  for (const spelled of ['/etc/nothing-of-ours/x', away, `~/${away}`, `/tmp/../etc/nothing-of-ours/x`])
    expect([spelled, await riskOf('acp_remote_write_file', { path: spelled, content })]).toEqual([
      spelled,
      ['APPROVAL_PENDING', 'CRITICAL'],
    ]);
  expect(await riskOf('acp_remote_write_file', { path: join(path, 'sub/../b.txt'), content })).toEqual([
    true,
    'MEDIUM',
  ]);
});

test('a standing answer for files does not follow a link to what decides what runs', async () => {
  const path = folder({ '.config/systemd/user/x.service': 'old', 'data/x': '' });
  const at = (name: string): string => join(path, name);
  symlinkSync('.config/systemd/user', at('units'));
  symlinkSync('data', at('store'));
  own(path);
  const content = 'new';
  const { unasked, host } = await usedHost(
    ['acp_remote_write_file', { path: at('a.txt'), content }],
    ['acp_remote_make_directory', { path: at('made') }],
    ['acp_remote_chmod', { path: at('a.txt'), mode: '0600' }],
  );
  const through = [
    ['acp_remote_write_file', { path: at('units/new.service'), content }],
    ['acp_remote_make_directory', { path: at('units/new.service.d') }],
    ['acp_remote_chmod', { path: at('units/x.service'), mode: '0600' }],
  ] as const;
  for (const [tool, args] of through)
    expect([tool, await unasked.call(tool, args)]).toMatchObject([
      tool,
      { code: 'PERMISSION_DENIED', hint: expect.stringContaining(at('.config/systemd/user')) },
    ]);
  expect(existsSync(at('units/new.service'))).toBe(false);
  // Nothing but the gate stood in the way.
  writeFileSync(at('units/new.service'), content);
  expect(existsSync(at('.config/systemd/user/new.service'))).toBe(true);
  expect((await unasked.call('acp_remote_write_file', { path: at('store/b.txt'), content })).ok).toBe(true);
  expect(readFileSync(at('data/b.txt'), 'utf8')).toBe(content);
  expect(host.approvals.list().filter(({ status }) => status === 'pending')).toEqual([]);
});

test('a standing answer for moving gives no secret another name', async () => {
  const path = folder({
    'a.txt': '',
    'b.txt': '',
    '.env': PLANTED,
    '.aws/config': PLANTED,
    '.config/gh/hosts.yml': PLANTED,
    'plain/workflows/x.yml': '',
  });
  const at = (name: string): string => join(path, name);
  const move = (from: string, to: string) => ({ from: at(from), to: at(to) });
  const { riskOf } = await usedHost(['acp_remote_move', move('a.txt', 'c.txt')]);
  for (const [from, to] of [
    ['.env', 'e.txt'],
    ['.aws', 'aws'],
    ['.aws/', 'aws'],
    ['.aws/config', 'config.txt'],
    ['.config', 'settings'],
    ['.config/gh', 'gh'],
    ['plain', '.github'],
    ['plain/workflows', '.github/workflows'],
  ] as const) {
    const [answer, risk] = (await riskOf('acp_remote_move', move(from, to))) ?? [];
    const batch = { operations: [{ op: 'move', path: at(from), to: at(to) }] };
    expect([from, answer, await riskOf('acp_remote_batch', batch)]).toEqual([
      from,
      'APPROVAL_PENDING',
      ['APPROVAL_PENDING', risk],
    ]);
  }
  expect(readFileSync(at('.env'), 'utf8')).toBe(PLANTED);
  expect(await riskOf('acp_remote_move', move('b.txt', 'plain/b.txt'))).toEqual([true, 'MEDIUM']);
});

test.runIf(home.startsWith('/var/tmp/'))(
  'a home that was not known yet changes nothing of that',
  async () => {
    const { approved } = createRemoteHost(sshd);
    const answer = await approved.call('acp_remote_write_file', {
      path: '~/../../spool/nothing-of-ours/x',
      content: 'x',
    });
    expect(answer).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringMatching(/leads to \/var\/spool\/nothing-of-ours\/x: .* decides what runs/),
    });
  },
);
