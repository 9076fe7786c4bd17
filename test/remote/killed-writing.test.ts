import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { hostPid, until } from '../support/program.ts';
import { remoteFolders } from '../support/ssh/folders.ts';
import { startProxy } from '../support/ssh/proxy.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';

const sshd = await sharedSshd();
const { folder } = remoteFolders();

test('a Toolgate that is killed while it writes leaves the old file; what it left is swept by the next', async () => {
  const proxy = await startProxy(sshd.port, 150);
  onTestFinished(() => proxy.close());
  const path = folder({ 'a.txt': 'precious' });
  const file = join(path, 'a.txt');
  const home = makeHome();
  const more = [`HostKeyAlias [127.0.0.1]:${sshd.port}`];
  home.writeConfig({
    permissionLevel: 'full_access',
    remote: { sshConfig: writeSshConfig(sshd, { box: { port: proxy.port, more } }).file },
  });
  const write = (name: string, content: string) =>
    home.run(['call', 'acp_remote_write_file', JSON.stringify({ path: join(path, name), content })]);
  const writing = write('a.txt', 'x'.repeat(100_000));
  const left = await until(
    'the temporary file',
    () => readdirSync(path).find((name) => name.includes('.toolgate-')),
    30_000,
  );
  process.kill(await until('the host', () => hostPid(home.dataDir)), 'SIGKILL');
  expect((await writing).code).not.toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('precious');
  // What was on its way still arrives.
  await until('its sessions to end', () => sshd.sessions().length === 0, 20_000);
  utimesSync(join(path, left), 1, 1);
  expect(await write('b.txt', 'y')).toMatchObject({ code: 0 });
  await until('the temporary file to be gone', () => !existsSync(join(path, left)));
  expect(readFileSync(file, 'utf8')).toBe('precious');
}, 90_000);
