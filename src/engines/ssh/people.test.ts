import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { account } from '../../../test/support/ssh/accounts.ts';
import { startSshdWithCode } from '../../../test/support/ssh/one-time-code.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';
import { makeKey } from '../../../test/support/ssh/sshd.ts';

const TOOL = 'acp_remote_execute_command';
const RUN = { command: 'echo in' };
const sshd = await sharedSshd();
const settings = { permissionLevel: 'full_access', approvals: { waitMs: 300 } };

test('a one-time code is asked of a person, each time, and never kept', async () => {
  const { sshd: own, user, code } = await startSshdWithCode('acts');
  const { host, caller, dataDir, approved } = createRemoteHost(own, { settings, hosts: { box: { user } } });
  const people = await host.remoteHosts();
  expect(await approved.call(TOOL, RUN)).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(
      /^box cannot be used yet: ssh asks ".*Password:"\. Nothing was executed\.$/,
    ),
    hint: 'A person has to answer ssh: toolgate hosts test box. Then call again.',
  });
  const answerWith = async (text: string): Promise<void> => {
    await expect.poll(() => people.questions(), { timeout: 10_000 }).toMatchObject([{ kind: 'code' }]);
    expect(await people.answer((await people.questions())[0]?.id ?? '', text)).toBe(true);
  };
  await answerWith(code);
  await expect.poll(() => approved.call(TOOL, RUN), { timeout: 10_000 }).toMatchObject({ ok: true });
  // A second connection would need a second code: many calls at once share the one there is.
  const many = await Promise.all(Array.from({ length: 20 }, () => approved.call(TOOL, RUN)));
  expect(many.filter(({ ok }) => ok)).toHaveLength(20);
  expect(await people.questions()).toEqual([]);
  for (const pid of own.sessions()) process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => people.list(caller.principal), { timeout: 10_000 })
    .toMatchObject([{ isConnected: false }]);
  const again = people.test(caller.principal, 'box');
  await answerWith(code);
  expect(await again).toMatchObject({ user, fingerprint: own.fingerprint });
  await host.close();
  expect(spawnSync('grep', ['-rlaF', code, dataDir], { encoding: 'utf8' }).stdout).toBe('');
}, 60_000);

test('what one user answers for a host opens none of another user with the same name', async () => {
  const key = join(sshd.directory, 'alices-key');
  makeKey(key, 'ed25519', 'open sesame');
  appendFileSync(join(sshd.directory, 'authorized_keys'), readFileSync(`${key}.pub`));
  const { host, caller, config } = createRemoteHost(sshd, { settings, hosts: {} });
  writeFileSync(config.file, `UserKnownHostsFile ${config.knownHosts}\n`);
  const people = await host.remoteHosts();
  const spec = {
    hostname: '127.0.0.1',
    port: sshd.port,
    user: account().name,
    identityFile: key,
    users: [],
  };
  const [alice, bob] = ['jwt:alice', 'jwt:bob'];
  for (const principal of [alice, bob]) await people.add(principal, 'box', spec);
  const run = async (principal: string) => {
    const answer = await host.call({
      tool: TOOL,
      args: RUN,
      caller: { ...caller, principal, session: principal },
    });
    return answer.kind === 'result' && answer.ok;
  };
  expect(await run(alice)).toBe(false);
  await expect.poll(() => people.questions()).toHaveLength(1);
  await people.answer((await people.questions())[0]?.id ?? '', 'open sesame');
  await expect.poll(() => run(alice), { timeout: 10_000 }).toBe(true);
  // Neither the connection nor the passphrase of the one serves the other.
  expect(await run(bob)).toBe(false);
  expect(await people.questions()).toMatchObject([{ host: 'box', kind: 'passphrase' }]);
  // Nor does the question of the one hold the other up.
  expect(await run(alice)).toBe(true);
  await people.forget(bob, 'box');
  expect(await run(alice)).toBe(true);
}, 30_000);
