import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/support/program.ts';
import { account } from '../../../test/support/ssh/accounts.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';
import { fingerprintOf, makeKey, startSshd } from '../../../test/support/ssh/sshd.ts';

const TOOL = 'acp_remote_execute_command';
const RUN = { command: 'echo in' };
const IN = { ok: true, data: { stdout: 'in\n' } };
const sshd = await sharedSshd();
const fullAccess = { settings: { permissionLevel: 'full_access' } };
const at = (name: string): string => join(sshd.directory, name);
const letIn = (key: string): void => appendFileSync(at('authorized_keys'), readFileSync(`${key}.pub`));

test.for(['ed25519', 'rsa', 'ecdsa'])('a key of type %s logs in', async (type) => {
  makeKey(at(`key-${type}`), type);
  letIn(at(`key-${type}`));
  const { approved } = createRemoteHost(sshd, {
    ...fullAccess,
    hosts: { box: { identity: at(`key-${type}`) } },
  });
  expect(await approved.call(TOOL, RUN)).toMatchObject(IN);
});

test('a key that is not let in is told, with what was tried', async () => {
  makeKey(at('stranger'), 'ed25519');
  const { approved } = createRemoteHost(sshd, {
    ...fullAccess,
    hosts: { box: { identity: at('stranger') } },
  });
  expect(await approved.call(TOOL, RUN)).toMatchObject({
    code: 'PERMISSION_DENIED',
    message: `box (127.0.0.1:${sshd.port}) refused user ${account().name} (tried: ${at('stranger')} (ED25519)). The server accepts: publickey. Nothing was executed.`,
  });
});

test('an agent of the user is used', async () => {
  const socket = at('agent.sock');
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
  onTestFinished(() => void agent.kill());
  makeKey(at('agent-key'), 'ed25519');
  letIn(at('agent-key'));
  await until('the agent', () => {
    try {
      execFileSync('ssh-add', ['-q', at('agent-key')], {
        env: { ...process.env, SSH_AUTH_SOCK: socket },
        stdio: 'ignore',
      });
      return true;
    } catch {
      return false;
    }
  });
  const { approved } = createRemoteHost(sshd, {
    ...fullAccess,
    hosts: { box: { identity: '' } },
    env: { SSH_AUTH_SOCK: socket },
  });
  expect(await approved.call(TOOL, RUN)).toMatchObject(IN);
});

test('certificates of users and hosts are accepted', async () => {
  makeKey(at('user-ca'), 'ed25519');
  makeKey(at('host-ca'), 'ed25519');
  const own = await startSshd({
    config: [`TrustedUserCAKeys ${at('user-ca.pub')}`, 'AuthorizedKeysFile none'],
  });
  onTestFinished(() => own.close());
  // The certificate is one for the key that the server has just made.
  const hostKey = join(own.directory, 'host.pub');
  execFileSync('ssh-keygen', [
    '-q',
    '-s',
    at('host-ca'),
    '-I',
    'host',
    '-h',
    '-n',
    '127.0.0.1',
    '-V',
    '+1d',
    hostKey,
  ]);
  await own.stopListening();
  const settings = join(own.directory, 'sshd_config');
  const certified = [
    `HostCertificate ${join(own.directory, 'host-cert.pub')}`,
    'HostKeyAlgorithms ssh-ed25519-cert-v01@openssh.com',
  ];
  writeFileSync(settings, [...certified, readFileSync(settings, 'utf8')].join('\n'));
  await own.start();
  makeKey(at('certified'), 'ed25519');
  execFileSync('ssh-keygen', [
    '-q',
    '-s',
    at('user-ca'),
    '-I',
    'me',
    '-n',
    account().name,
    '-V',
    '+1d',
    at('certified.pub'),
  ]);
  const known = [`@cert-authority [127.0.0.1]:${own.port} ${readFileSync(at('host-ca.pub'), 'utf8').trim()}`];
  const { approved } = createRemoteHost(own, {
    ...fullAccess,
    hosts: { box: { identity: at('certified') } },
    known,
  });
  expect(await approved.call(TOOL, RUN)).toMatchObject(IN);
});

test('an encrypted key is unlocked by a person, in memory, and a wrong passphrase is asked again', async () => {
  makeKey(at('locked'), 'ed25519', 'open sesame');
  letIn(at('locked'));
  const { host, dataDir, approved } = createRemoteHost(sshd, {
    settings: { permissionLevel: 'full_access', approvals: { waitMs: 300 } },
    hosts: { box: { identity: at('locked') } },
  });
  expect(await approved.call(TOOL, RUN)).toMatchObject({
    code: 'UNAVAILABLE',
    message: `box cannot be used yet: the key ${at('locked')} is locked. Nothing was executed.`,
    hint: 'A person has to answer ssh: toolgate hosts test box. Then call again.',
  });
  const people = await host.remoteHosts();
  const ask = async (): Promise<string> => {
    await expect.poll(() => people.questions(), { timeout: 5000 }).toHaveLength(1);
    return (await people.questions())[0]?.id ?? '';
  };
  const wrong = await ask();
  await people.answer(wrong, 'wrong');
  await expect.poll(async () => (await people.questions())[0]?.id, { timeout: 5000 }).not.toBe(wrong);
  await people.answer(await ask(), 'open sesame');
  await expect.poll(async () => (await approved.call(TOOL, RUN)).ok, { timeout: 10_000 }).toBe(true);
  // Nothing of it is written down.
  await host.close();
  const { stdout } = spawnSync('grep', ['-rlaF', 'open sesame', dataDir], { encoding: 'utf8' });
  expect(stdout).toBe('');
}, 30_000);

test('a locked key is told as one also where the call had no time to wait for a person', async () => {
  makeKey(at('shut'), 'ed25519', 'open sesame');
  letIn(at('shut'));
  const { approved } = createRemoteHost(sshd, {
    settings: { permissionLevel: 'full_access', approvals: { waitMs: 20_000 } },
    hosts: { box: { identity: at('shut') } },
  });
  expect(await approved.call(TOOL, { ...RUN, timeout: 3 })).toMatchObject({
    code: 'UNAVAILABLE',
    message: `box cannot be used yet: the key ${at('shut')} is locked. Nothing was executed.`,
  });
}, 30_000);

test('an unknown host key is refused with its fingerprint, and accepted by a person', async () => {
  const { host, caller, config, approved } = createRemoteHost(sshd, { ...fullAccess, known: [] });
  expect(await approved.call(TOOL, RUN)).toMatchObject({
    code: 'PERMISSION_DENIED',
    message: `The host key of box (127.0.0.1:${sshd.port}) is not known: it shows ssh-ed25519 ${sshd.fingerprint}. Nothing was executed.`,
    hint: 'A person must accept it, an agent cannot: toolgate hosts trust box',
  });
  expect(readFileSync(config.knownHosts, 'utf8')).toBe('');
  const people = await host.remoteHosts();
  expect(await people.key(caller.principal, 'box')).toMatchObject({
    fingerprint: sshd.fingerprint,
    known: [],
  });
  await expect(people.trust(caller.principal, 'box', 'SHA256:other')).rejects.toThrow(/now shows/);
  expect(readFileSync(config.knownHosts, 'utf8')).toBe('');
  await people.trust(caller.principal, 'box', sshd.fingerprint);
  expect(await approved.call(TOOL, RUN)).toMatchObject(IN);
  await people.forget(caller.principal, 'box');
  expect(await approved.call(TOOL, RUN)).toMatchObject({ code: 'PERMISSION_DENIED' });
}, 20_000);

test('a changed host key is refused with both fingerprints; a revoked one for good', async () => {
  makeKey(at('old-host'), 'ed25519');
  const old = readFileSync(at('old-host.pub'), 'utf8').split(' ').slice(0, 2).join(' ');
  const name = `[127.0.0.1]:${sshd.port}`;
  const changed = createRemoteHost(sshd, { ...fullAccess, known: [`${name} ${old}`] });
  const refused = await changed.approved.call(TOOL, RUN);
  expect(refused).toMatchObject({
    code: 'PERMISSION_DENIED',
    message: expect.stringMatching(/^REFUSED: the host key of box .* has changed/),
  });
  expect(refused.message).toContain(sshd.fingerprint);
  expect(refused.message).toContain(fingerprintOf(at('old-host.pub')));
  const people = await changed.host.remoteHosts();
  await people.trust(changed.caller.principal, 'box', sshd.fingerprint);
  expect(await changed.approved.call(TOOL, RUN)).toMatchObject(IN);
  expect(readFileSync(changed.config.knownHosts, 'utf8')).not.toContain(old);

  const revoked = createRemoteHost(sshd, {
    ...fullAccess,
    known: [`@revoked ${sshd.knownHost}`, sshd.knownHost],
  });
  expect(await revoked.approved.call(TOOL, RUN)).toMatchObject({
    code: 'PERMISSION_DENIED',
    message: expect.stringMatching(/is revoked in known_hosts/),
  });
}, 20_000);

test('the user’s own settings for accepting keys change nothing', async () => {
  const more = [
    'StrictHostKeyChecking no',
    'ControlMaster auto',
    'LocalCommand touch /tmp/never',
    'PermitLocalCommand yes',
    'RemoteCommand id',
    'RequestTTY force',
  ];
  const { approved } = createRemoteHost(sshd, { ...fullAccess, known: [], hosts: { box: { more } } });
  expect(await approved.call(TOOL, RUN)).toMatchObject({ code: 'PERMISSION_DENIED' });
  const known = createRemoteHost(sshd, { ...fullAccess, hosts: { box: { more } } });
  expect(await known.approved.call(TOOL, RUN)).toMatchObject(IN);
});

test('hashed names, included files, Match exec and jump hosts work as with ssh', async () => {
  const jump = await startSshd();
  onTestFinished(() => jump.close());
  const known = [sshd.knownHost, jump.knownHost];
  const hosts = {
    jump: { port: jump.port, identity: jump.identity },
    inner: { more: ['ProxyJump jump'] },
  };
  const { approved, config } = createRemoteHost(sshd, { ...fullAccess, hosts, known });
  execFileSync('ssh-keygen', ['-q', '-H', '-f', config.knownHosts], { stdio: 'ignore' });
  const place = join(config.file, '..', 'more');
  mkdirSync(place);
  chmodSync(place, 0o700);
  writeFileSync(
    join(place, 'a.conf'),
    `Host included\n  HostName 127.0.0.1\n  IdentityFile ${sshd.identity}\n`,
  );
  const settings = [
    `Include ${place}/*.conf`,
    'Match originalhost included exec "true"',
    `  Port ${sshd.port}`,
    `  User ${account().name}`,
    `  UserKnownHostsFile ${config.knownHosts}`,
  ];
  writeFileSync(config.file, [...settings, readFileSync(config.file, 'utf8')].join('\n'));
  expect(await approved.call(TOOL, { ...RUN, host: 'included' })).toMatchObject(IN);
  expect(await approved.call(TOOL, { ...RUN, host: 'inner' })).toMatchObject(IN);
  expect(jump.log()).toContain('Accepted');
}, 30_000);

test('a server with post-quantum key exchange alone, and one with a single session, can be used', async () => {
  const own = await startSshd({
    config: ['KexAlgorithms sntrup761x25519-sha512@openssh.com', 'MaxSessions 1'],
  });
  onTestFinished(() => own.close());
  const { approved } = createRemoteHost(own, fullAccess);
  const done = await Promise.all([
    approved.call(TOOL, RUN),
    approved.call('acp_remote_list_files', { path: '/' }),
    approved.call(TOOL, RUN),
    approved.call(TOOL, RUN),
  ]);
  expect(done.map(({ ok }) => ok)).toEqual([true, true, true, true]);
}, 30_000);

test('the record has the fingerprint of the key that the host showed', async () => {
  const { host, approved } = createRemoteHost(sshd, fullAccess);
  await approved.call(TOOL, RUN);
  const { data } = await approved.call('query_audit', { tool: TOOL });
  const rows = JSON.stringify(data);
  expect(rows).toContain(sshd.fingerprint);
  expect(rows).toContain('"kind":"host"');
  expect(host.config.remote.sshConfig).not.toBe('');
});
