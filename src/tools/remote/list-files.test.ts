import { execFileSync } from 'node:child_process';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';
import { withSftp } from '../../../test/support/ssh/sftp.ts';
import { walkTree } from '../../engines/ssh/files/list-remote.ts';

const sshd = await sharedSshd();
const { name: user, folder } = remoteFolders();
const fullAccess = { settings: { permissionLevel: 'full_access' } };

test('a listing has directories first, then names whatever their case, and the text of it is the names', async () => {
  const path = folder({ 'b.txt': 'x', 'A.txt': '', '.hidden': '', 'src/deep/x.ts': '', 'Zed/y': '' });
  const { approved } = createRemoteHost(sshd);
  const listed = await approved.call('acp_remote_list_files', { path });
  expect(listed.text).toBe('src/\nZed/\n.hidden\nA.txt\nb.txt');
  expect(listed.data).toMatchObject({ path, truncated: false });
  expect((listed.data.entries as object[]).at(-1)).toEqual({
    name: 'b.txt',
    path: join(path, 'b.txt'),
    type: 'file',
    size: 1,
    mode: '0644',
    owner: user,
    group: execFileSync('id', ['-gn', user], { encoding: 'utf8' }).trim(),
    modified: new Date(Math.floor(statSync(join(path, 'b.txt')).mtimeMs / 1000) * 1000).toISOString(),
  });
  const below = await approved.call('acp_remote_list_files', { path, recursive: true, includeHidden: false });
  expect(below.text).toBe('src/\nsrc/deep/\nZed/\nA.txt\nb.txt\nsrc/deep/x.ts\nZed/y');
  const shallow = await approved.call('acp_remote_list_files', {
    path,
    recursive: true,
    maxDepth: 1,
    limit: 2,
  });
  expect(shallow.data).toMatchObject({ truncated: true, entries: [{}, {}] });
  expect(await approved.call('acp_remote_list_files', { path: join(path, 'nope') })).toMatchObject({
    code: 'NOT_FOUND',
    message: `${join(path, 'nope')} does not exist on box`,
  });
  expect(await approved.call('acp_remote_list_files', { path: join(path, 'b.txt') })).toMatchObject({
    code: 'VALIDATION',
  });
});

test('find and the walk over SFTP tell the same of a tree', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`d${i % 17}/e${i % 5}/f ${i}\n.txt`, `${i}`]),
  );
  const path = folder(files);
  symlinkSync('d0', join(path, 'link'));
  const { approved } = createRemoteHost(sshd, fullAccess);
  const { data } = await approved.call('acp_remote_list_files', { path, recursive: true });
  expect(data.entries).toHaveLength(300 + 17 + 85 + 1);
  const walked = await withSftp(sshd, (sftp) =>
    walkTree(path, { sftp }, { recursive: true, includeHidden: true, limit: 2000 }),
  );
  expect(data.entries).toEqual(walked.entries);
});

test('10,000 entries come in one call, up to the limit', async () => {
  const path = folder();
  for (let i = 0; i < 10_000; i++) writeFileSync(join(path, `f${i}`), '');
  const { approved } = createRemoteHost(sshd, fullAccess);
  const { data } = await approved.call('acp_remote_list_files', { path, limit: 20_000 });
  expect(data.entries).toHaveLength(10_000);
  const { data: some } = await approved.call('acp_remote_list_files', { path, limit: 1500 });
  expect(some).toMatchObject({ truncated: true });
  expect(some.entries).toHaveLength(1500);
});
