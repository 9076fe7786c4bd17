import { appendFileSync, chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { processesOf } from '../support/processes-of.ts';
import { hostPid, until } from '../support/program.ts';
import { account } from '../support/ssh/accounts.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';
import { runAtTerminal } from '../support/terminal.ts';

const sshd = await sharedSshd();

test('a person sees the key of a new host, trusts it, tries it, lists it and forgets it', async () => {
  const home = makeHome();
  const config = writeSshConfig(sshd, { box: {} }, { known: [] });
  home.writeConfig({ remote: { sshConfig: config.file } });
  const listed = await home.run(['hosts', 'list']);
  expect(listed.stdout).toMatch(/^box +.*not trusted yet: toolgate hosts trust box/);
  const refused = await home.run(['hosts', 'test', 'box']);
  // It was asked for in the right way, and did not work.
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(sshd.fingerprint)]);
  expect((await home.run(['hosts', 'test', 'nobody'])).code).toBe(2);
  expect((await home.run(['hosts', 'add', 'box2', '--port', '22'])).stderr).toContain(
    'takes no flag --port, did you mean --ssh-port?',
  );

  const trusting = runAtTerminal(home, ['hosts', 'trust', 'box']);
  await trusting.see(new RegExp(`box shows +ssh-ed25519 ${sshd.fingerprint.replaceAll('+', '\\+')}`));
  await trusting.see(/No key is known for it so far/);
  await trusting.see(/Type yes: /);
  trusting.type('yes\r');
  await trusting.see(/box is trusted with SHA256:/);
  expect(await trusting.exit).toBe(0);
  expect(readFileSync(config.knownHosts, 'utf8')).toBe(`${sshd.knownHost}\n`);

  // What was trusted is written down: the next host knows it.
  process.kill(await until('the host', () => hostPid(home.dataDir)), 'SIGKILL');
  const tested = await home.run(['hosts', 'test', 'box']);
  expect(tested.stdout).toMatch(/^box works: .*127\.0\.0\.1:\d+, Linux, home /);
  const forgotten = await home.run(['hosts', 'forget', 'box']);
  expect(forgotten.stdout).toMatch(/^Forgot box; its next use asks again\.\nRemoved ED25519 SHA256:/);
  expect(readFileSync(config.knownHosts, 'utf8')).toBe('');
}, 60_000);

test('names and what they mean come from one ssh_config, that of HOME, where the system has another home', async () => {
  const home = makeHome();
  expect(home.directory).not.toBe(userInfo().homedir);
  mkdirSync(join(home.directory, '.ssh'), { mode: 0o700 });
  const { file } = writeSshConfig(sshd, { 'only-here': {} });
  copyFileSync(file, join(home.directory, '.ssh', 'config'));
  const listed = await home.run(['hosts', 'list']);
  expect(listed.stdout).toMatch(new RegExp(`^only-here +\\S+@127\\.0\\.0\\.1:${sshd.port} `));
  const tested = await home.run(['hosts', 'test', 'only-here']);
  expect(tested.stdout).toMatch(/^only-here works: /);
  // One that is added has the rest of its settings from there, too.
  const words = ['--hostname', '127.0.0.1', '--ssh-port', String(sshd.port), '--user', account().name];
  appendFileSync(
    join(home.directory, '.ssh', 'config'),
    `\nHost added\n  ${readFileSync(file, 'utf8')
      .match(/IdentityFile .*|UserKnownHostsFile .*/g)
      ?.join('\n  ')}\n`,
  );
  await home.run(['hosts', 'add', 'added', ...words]);
  expect((await home.run(['hosts', 'test', 'added'])).stdout).toMatch(/^added works: /);
}, 60_000);

test('a host that is added belongs to the person who added it', async () => {
  const home = makeHome();
  const config = writeSshConfig(sshd, {});
  appendFileSync(config.file, `UserKnownHostsFile ${config.knownHosts}\n`);
  home.writeConfig({ remote: { sshConfig: config.file } });
  const key = join(home.directory, 'my key');
  copyFileSync(sshd.identity, key);
  chmodSync(key, 0o600);
  const words = ['--hostname', '127.0.0.1', '--ssh-port', String(sshd.port), '--identity', key];
  const wrong = await home.run(['hosts', 'add', 'mine', ...words, '--ssh-port', 'abc']);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--ssh-port takes a number from 1 to 65535'),
  ]);
  const bad = await home.run(['hosts', 'add', '-oProxyCommand=id', ...words]);
  expect(bad.code).not.toBe(0);
  const added = await home.run(['hosts', 'add', 'mine', ...words]);
  expect(added.stdout).toMatch(/^Added mine for local:\d+/);
  expect((await home.run(['hosts', 'list'])).stdout).toMatch(/^mine .*127\.0\.0\.1/);
  const user = ['--user', account().name];
  await home.run(['hosts', 'add', 'mine', ...words, ...user]);
  expect((await home.run(['hosts', 'test', 'mine'])).stdout).toMatch(/^mine works: /);
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
