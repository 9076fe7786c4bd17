import { expect, onTestFinished, test } from 'vitest';
import { processesOf } from '../support/processes-of.ts';
import { until } from '../support/program.ts';
import { startProxy } from '../support/ssh/proxy.ts';
import { startRemoteAgent } from '../support/ssh/remote-agent.ts';
import { sharedSshd } from '../support/ssh/remote-host.ts';
import { type Sshd, startSshd } from '../support/ssh/sshd.ts';

const TOOL = 'acp_remote_execute_command';
const shared = await sharedSshd();

async function startOwn(): Promise<Sshd> {
  const sshd = await startSshd();
  onTestFinished(() => sshd.close());
  return sshd;
}

const logins = (sshd: Sshd): number => sshd.log().match(/Accepted publickey/g)?.length ?? 0;

test('an unused connection is closed after its time, and the next call makes another', async () => {
  const sshd = await startOwn();
  const agent = await startRemoteAgent(sshd, { remote: { idleCloseMs: 1500 } });
  const run = async (command: string) => (await agent.call(TOOL, { command })).structuredContent;
  expect(await run('echo one')).toMatchObject({ stdout: 'one\n' });
  await agent.call('acp_remote_list_files', { path: '/' });
  expect(sshd.sessions().length).toBeGreaterThan(0);
  expect(logins(sshd)).toBe(1);
  await until('the connection to be gone', () => sshd.sessions().length === 0, 20_000);
  expect(await run('echo two')).toMatchObject({ stdout: 'two\n', exitCode: 0 });
  expect(logins(sshd)).toBe(2);
  // What lasts longer than that is in use, and so is not closed.
  expect(await run('echo three; sleep 4; echo four')).toMatchObject({
    stdout: 'three\nfour\n',
    exitCode: 0,
  });
  expect(logins(sshd)).toBe(2);
}, 60_000);

test('a forwarding keeps its connection from being closed, until it is closed itself', async () => {
  const [held, free] = [await startOwn(), await startOwn()];
  const agent = await startRemoteAgent(held, {
    hosts: { held: {}, free: { port: free.port, identity: free.identity } },
    known: [held.knownHost, free.knownHost],
    remote: { idleCloseMs: 1000 },
  });
  const forward = { host: 'held', targetPort: held.port };
  const { structuredContent = {} } = await agent.call('acp_remote_forward_port', forward);
  const [{ forwardId } = {}] = structuredContent.forwards as { forwardId?: string }[];
  // The other one is used later, and is closed all the same.
  expect(await agent.call(TOOL, { host: 'free', command: 'true' })).not.toHaveProperty('isError', true);
  expect(logins(free)).toBe(1);
  await until('the unused connection to be gone', () => free.sessions().length === 0, 20_000);
  expect(held.sessions().length).toBeGreaterThan(0);
  await agent.call('acp_remote_forward_port', { host: 'held', action: 'close', forwardId });
  await until('the other to be gone as well', () => held.sessions().length === 0, 20_000);
}, 60_000);

test('a connection that dies without a word is ended after half a minute, and nothing of it is a success', async () => {
  // Two ways to die: the other machine stands still, and the way to it swallows everything.
  const stopped = await startOwn();
  const proxy = await startProxy(shared.port);
  onTestFinished(() => proxy.close());
  const more = [`HostKeyAlias [127.0.0.1]:${shared.port}`];
  const agents = [
    await startRemoteAgent(stopped),
    await startRemoteAgent(shared, { hosts: { box: { port: proxy.port, more } } }),
  ];
  const mark = `66.${process.pid}`;
  const sleeping = () => processesOf(mark).filter((line) => /^\d+ sleep /.test(line));
  for (const agent of agents) await agent.call(TOOL, { command: 'true' });
  const command = `echo begun; sleep ${mark}`;
  const running = agents.map((agent) => agent.call(TOOL, { command, timeout: 300 }));
  await until('the commands to run', () => sleeping().length === 2);
  const startedAt = performance.now();
  for (const pid of stopped.sessions()) process.kill(pid, 'SIGSTOP');
  proxy.swallow(true);
  for (const result of await Promise.all(running)) {
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { stdout: 'begun\n', exitCode: null, timedOut: false },
    });
    expect(result.content[0]?.text).toMatch(
      /^UNAVAILABLE: The connection to box was lost after .* How it ended is unknown/,
    );
  }
  const seconds = (performance.now() - startedAt) / 1000;
  expect(seconds).toBeGreaterThan(15);
  expect(seconds).toBeLessThan(50);
  // Once something answers again, so does the next call.
  proxy.swallow(false);
  for (const pid of stopped.sessions()) process.kill(pid, 'SIGCONT');
  for (const agent of agents)
    expect((await agent.call(TOOL, { command: 'echo again' })).structuredContent).toMatchObject({
      stdout: 'again\n',
      exitCode: 0,
    });
  await until('the commands to be gone', () => sleeping().length === 0, 20_000);
}, 120_000);
