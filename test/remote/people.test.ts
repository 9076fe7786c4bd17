import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { processesOf } from '../support/processes-of.ts';
import { hostPid, until } from '../support/program.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';
import { makeKey } from '../support/ssh/sshd.ts';
import { runAtTerminal } from '../support/terminal.ts';

const sshd = await sharedSshd();

test('a person sees the key of a new host, trusts it, tries it, lists it and forgets it', async () => {
  const home = makeHome();
  const config = writeSshConfig(sshd, { box: {} }, { known: [] });
  home.writeConfig({ remote: { sshConfig: config.file } });
  const listed = await home.run(['hosts', 'list']);
  expect(listed.stdout).toMatch(/^box +.*not trusted yet: toolgate hosts trust box/);
  const refused = await home.run(['hosts', 'test', 'box']);
  expect([refused.code, refused.stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining(sshd.fingerprint),
  ]);
  expect(refused.code).not.toBe(0);

  const trusting = runAtTerminal(home, ['hosts', 'trust', 'box']);
  await trusting.see(new RegExp(`box shows +ssh-ed25519 ${sshd.fingerprint.replaceAll('+', '\\+')}`));
  await trusting.see(/No key is known for it so far/);
  await trusting.see(/Type yes: /);
  trusting.type('yes\r');
  await trusting.see(/box is trusted with SHA256:/);
  expect(await trusting.exit).toBe(0);
  expect(readFileSync(config.knownHosts, 'utf8')).toBe(`${sshd.knownHost}\n`);

  const tested = await home.run(['hosts', 'test', 'box']);
  expect(tested.stdout).toMatch(/^box works: .*127\.0\.0\.1:\d+, Linux, home /);
  const forgotten = await home.run(['hosts', 'forget', 'box']);
  expect(forgotten.stdout).toMatch(/^Forgot box; its next use asks again\.\nRemoved ED25519 SHA256:/);
  expect(readFileSync(config.knownHosts, 'utf8')).toBe('');
}, 60_000);

test('a passphrase is typed at the terminal, unseen', async () => {
  const home = makeHome();
  const key = join(sshd.directory, 'terminal-key');
  makeKey(key, 'ed25519', 'open sesame');
  appendFileSync(join(sshd.directory, 'authorized_keys'), readFileSync(`${key}.pub`));
  home.writeConfig({ remote: { sshConfig: writeSshConfig(sshd, { box: { identity: key } }).file } });
  const terminal = runAtTerminal(home, ['hosts', 'test', 'box']);
  await terminal.see(/Enter passphrase for key/);
  terminal.type('open sesame\r');
  await terminal.see(/box works/);
  expect(await terminal.exit).toBe(0);
  expect(terminal.text()).not.toContain('sesame');
}, 60_000);

test('a host that is added belongs to the person who added it', async () => {
  const home = makeHome();
  const config = writeSshConfig(sshd, {});
  appendFileSync(config.file, `UserKnownHostsFile ${config.knownHosts}\n`);
  home.writeConfig({ remote: { sshConfig: config.file } });
  const words = ['--hostname', '127.0.0.1', '--ssh-port', String(sshd.port), '--identity', sshd.identity];
  const bad = await home.run(['hosts', 'add', '-oProxyCommand=id', ...words]);
  expect(bad.code).not.toBe(0);
  const added = await home.run(['hosts', 'add', 'mine', ...words]);
  expect(added.stdout).toMatch(/^Added mine for local:\d+/);
  expect((await home.run(['hosts', 'list'])).stdout).toMatch(/^mine .*127\.0\.0\.1/);
  expect((await home.run(['hosts', 'list', '--for', 'jwt:bob'])).stdout).toMatch(/^There are no hosts/);
  await home.run(['hosts', 'forget', 'mine']);
  expect((await home.run(['hosts', 'list'])).stdout).toMatch(/^There are no hosts/);
}, 60_000);

test('a killed Toolgate leaves no command running over there', async () => {
  const home = makeHome();
  home.writeConfig({
    permissionLevel: 'full_access',
    remote: { sshConfig: writeSshConfig(sshd, { box: {} }).file },
  });
  const mark = `88.${process.pid}`;
  const args = JSON.stringify({ command: `trap '' TERM; sleep ${mark} & sleep ${mark}` });
  const running = home.run(['call', 'acp_remote_execute_command', args]);
  await until('the command to run', () => processesOf(mark).length >= 2, 30_000);
  process.kill(await until('the host', () => hostPid(home.dataDir)), 'SIGKILL');
  await until('it to be gone', () => processesOf(mark).length === 0, 20_000);
  expect((await running).code).not.toBe(0);
}, 90_000);
