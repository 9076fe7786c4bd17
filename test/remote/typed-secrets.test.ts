import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../support/program.ts';
import { startSshdWithCode } from '../support/ssh/one-time-code.ts';
import { type RemoteAgent, startRemoteAgent } from '../support/ssh/remote-agent.ts';
import { sharedSshd } from '../support/ssh/remote-host.ts';
import { makeKey } from '../support/ssh/sshd.ts';
import { runAtTerminal } from '../support/terminal.ts';

const TOOL = 'acp_remote_execute_command';
const shared = await sharedSshd();

/** Nothing the agent got, and nothing that was written down, has the secret in it. */
function expectNowhere(secret: string, { client, home }: RemoteAgent): void {
  expect(JSON.stringify(client.received)).not.toContain(secret);
  expect(client.stderr()).not.toContain(secret);
  const found = spawnSync('grep', ['-rlaF', secret, home.directory], { encoding: 'utf8' });
  expect(found.stdout).toBe('');
}

test('a passphrase that an agent’s call waits for is typed at a terminal; a wrong one is asked again', async () => {
  const key = join(shared.directory, 'typed-key');
  makeKey(key, 'ed25519', 'open sesame');
  appendFileSync(join(shared.directory, 'authorized_keys'), readFileSync(`${key}.pub`));
  const agent = await startRemoteAgent(shared, {
    hosts: { box: { identity: key } },
    settings: { approvals: { waitMs: 60_000 } },
  });
  const waiting = agent.call(TOOL, { command: 'echo in' });
  const terminal = runAtTerminal(agent.home, ['hosts', 'test', 'box']);
  await terminal.see(/Enter passphrase for key .*typed-key/);
  terminal.type('wrong guess\r');
  await terminal.see(/Enter passphrase for key .*typed-key/);
  terminal.type('open sesame\r');
  await terminal.see(/box works/);
  expect(await terminal.exit).toBe(0);
  expect((await waiting).structuredContent).toMatchObject({ stdout: 'in\n', exitCode: 0 });
  expect(terminal.text()).not.toMatch(/sesame|guess/);
  // A second connection, after the first is gone, needs nobody: it is remembered.
  for (const pid of shared.sessions()) process.kill(pid, 'SIGKILL');
  await until('the sessions to be gone', () => shared.sessions().length === 0);
  await agent.call(TOOL, { command: 'true' });
  expect((await agent.call(TOOL, { command: 'echo again' })).structuredContent).toMatchObject({
    stdout: 'again\n',
  });
  expect(agent.client.received.filter(({ method }) => method === 'elicitation/create')).toEqual([]);
  for (const secret of ['sesame', 'wrong guess']) expectNowhere(secret, agent);
}, 60_000);

test('a one-time code is typed at a terminal, each time there is a new connection', async () => {
  const { sshd, user, code } = await startSshdWithCode('terminal');
  const agent = await startRemoteAgent(sshd, {
    hosts: { box: { user } },
    settings: { approvals: { waitMs: 60_000 } },
  });
  for (const word of ['first', 'second']) {
    const waiting = agent.call(TOOL, { command: `echo ${word}` });
    const terminal = runAtTerminal(agent.home, ['hosts', 'test', 'box']);
    await terminal.see(/Password:/);
    terminal.type(`${code}\r`);
    await terminal.see(/box works/);
    expect(await terminal.exit).toBe(0);
    expect((await waiting).structuredContent).toMatchObject({ stdout: `${word}\n`, exitCode: 0 });
    expect(terminal.text()).not.toContain(code);
    for (const pid of sshd.sessions()) process.kill(pid, 'SIGKILL');
    await until('the sessions to be gone', () => sshd.sessions().length === 0);
  }
  expectNowhere(code, agent);
}, 90_000);

test('a code that nobody types is no success, and the agent is told who has to type it', async () => {
  const { sshd, user } = await startSshdWithCode('nobody');
  const agent = await startRemoteAgent(sshd, {
    hosts: { box: { user } },
    settings: { approvals: { waitMs: 1000 } },
  });
  const { isError, content } = await agent.call(TOOL, { command: 'echo in' });
  expect(isError).toBe(true);
  expect(content[0]?.text).toMatch(
    /^UNAVAILABLE: box cannot be used yet: ssh asks ".*Password:"\. Nothing was executed\./,
  );
  expect(content[0]?.text).toContain('A person has to answer ssh: toolgate hosts test box.');
}, 60_000);
