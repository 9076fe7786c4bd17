import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { account } from '../support/ssh/accounts.ts';
import { remoteFolders } from '../support/ssh/folders.ts';
import { createRemoteHost, sharedSshd } from '../support/ssh/remote-host.ts';

const sshd = await sharedSshd();
const { folder } = remoteFolders();

type Args = Record<string, unknown>;

/** A host that is known already, where a person says yes for the session to one call. */
async function afterYesTo(tool: string, args: (root: string) => Args) {
  const made = createRemoteHost(sshd);
  const { host, root, approved, unasked } = made;
  writeFileSync(join(root, 'app.txt'), 'text\n');
  await approved.call('acp_remote_list_files', { path: '~' });
  expect(await unasked.call(tool, args(root))).toMatchObject({ code: 'APPROVAL_PENDING' });
  for (const { id, status } of host.approvals.list())
    if (status === 'pending')
      host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'tester', via: 'terminal' });
  expect(await unasked.call(tool, args(root))).toMatchObject({ ok: true });
  return made;
}

test('an answer for one remote file is for its directory there, and not for the machine', async () => {
  const [here, elsewhere] = [folder(), folder()];
  const write = (path: string) => ({ path, content: 'x\n', createDirs: true });
  const { unasked } = await afterYesTo('acp_remote_write_file', () => write(join(here, 'notes.txt')));
  for (const path of [join(here, 'other.txt'), join(here, 'below/deep/a.txt')])
    expect(await unasked.call('acp_remote_write_file', write(path)), path).toMatchObject({ ok: true });
  const outside = join(elsewhere, 'other.txt');
  for (const path of [outside, `${here}-beside.txt`, join(here, '..', basename(elsewhere), 'other.txt')])
    expect(await unasked.call('acp_remote_write_file', write(path)), path).toMatchObject({
      code: 'APPROVAL_PENDING',
    });
  expect(existsSync(outside)).toBe(false);
});

test('an answer for a file of the home covers no place there where programs look', async () => {
  const write = (path: string) => ({ path, content: 'x\n', createDirs: true });
  const name = `standing-${process.pid}`;
  const { unasked, approved } = await afterYesTo('acp_remote_write_file', () => write(`~/${name}.txt`));
  const asked = [
    `~/.local/bin/${name}`,
    `~/bin/${name}`,
    `~/.local/lib/python3.11/site-packages/${name}.pth`,
    `~/.${name}rc`,
    `~/.config/${name}/init.lua`,
    `~/tools/bin/${name}`,
    `/run/systemd/system/${name}.service`,
    `/srv/www/${name}.php`,
  ];
  for (const path of asked)
    expect(await unasked.call('acp_remote_write_file', write(path)), path).toMatchObject({
      code: 'APPROVAL_PENDING',
    });
  expect(existsSync(join(account().home, 'bin', name))).toBe(false);
  expect(await unasked.call('acp_remote_write_file', write(`~/${name}/notes.txt`))).toMatchObject({
    ok: true,
  });
  await approved.call('acp_remote_delete', { path: `~/${name}`, recursive: true });
  await approved.call('acp_remote_delete', { path: `~/${name}.txt` });
});

test('an answer for an upload sends no file that may hold tokens', async () => {
  const there = folder();
  const send = (localPath: string) => ({ localPath, remotePath: join(there, basename(localPath)) });
  const { root, unasked } = await afterYesTo('acp_remote_upload', (at) => send(join(at, 'app.txt')));
  execFileSync('git', ['init', '-q', root]);
  const url = 'https://me:planted@example.com/x.git';
  execFileSync('git', ['-C', root, 'config', 'remote.origin.url', url]);
  writeFileSync(join(root, 'b.txt'), 'text\n');
  symlinkSync('.git/config', join(root, 'link'));
  expect(await unasked.call('acp_remote_upload', send(join(root, 'b.txt')))).toMatchObject({ ok: true });
  for (const path of ['.git/config', 'link'])
    expect(await unasked.call('acp_remote_upload', send(join(root, path))), path).toMatchObject({
      code: expect.stringMatching(/^(APPROVAL_PENDING|PERMISSION_DENIED)$/),
    });
  expect([existsSync(join(there, 'config')), existsSync(join(there, 'link'))]).toEqual([false, false]);
  expect(await unasked.call('read_file', { path: '.git/config' })).toMatchObject({
    code: 'APPROVAL_PENDING',
  });
});
