import { expect, test } from 'vitest';
import { startFakeHost } from '../support/fake-host.ts';
import { hostPid, isAlive, temporaryDirectory, until } from '../support/program.ts';
import { callNow, startAgent } from '../support/stdio-agent.ts';

test('a pipe asks an older host to leave and starts one of its own version', async () => {
  const dataDir = temporaryDirectory();
  const older = await startFakeHost(dataDir, '0.0.1');
  const agent = startAgent(dataDir);
  const { result } = await agent.initialize();
  expect(result?.serverInfo).toMatchObject({ name: 'toolgate' });
  expect(older.greetings()).toEqual(['agent', 'leave']);
  expect(older.child.exitCode).toBe(0);
  expect(await callNow(agent, 'after')).toBe('Computed after in 0 s');
  expect(hostPid(dataDir)).toBeTypeOf('number');
});

test('agents that find an older host at the same moment end up on one new host', async () => {
  const dataDir = temporaryDirectory();
  await startFakeHost(dataDir, '0.0.1');
  const agents = Array.from({ length: 4 }, () => startAgent(dataDir));
  await Promise.all(agents.map((agent) => agent.initialize()));
  const texts = await Promise.all(agents.map((agent, i) => callNow(agent, `call-${i}`)));
  expect(texts).toEqual(agents.map((_, i) => `Computed call-${i} in 0 s`));
});

test('an older host that says it stays is used as it is', async () => {
  const dataDir = temporaryDirectory();
  const older = await startFakeHost(dataDir, '0.0.1', 'stay');
  const agent = startAgent(dataDir);
  expect((await agent.initialize()).result).toEqual({ from: '0.0.1' });
  expect(older.greetings()).toEqual(['agent', 'leave', 'agent']);
  expect(hostPid(dataDir)).toBeUndefined();
});

test('a newer host is used as it is', async () => {
  const dataDir = temporaryDirectory();
  const newer = await startFakeHost(dataDir, '999.0.0');
  const agent = startAgent(dataDir);
  expect((await agent.initialize()).result).toEqual({ from: '999.0.0' });
  agent.child.stdin?.end();
  expect(await agent.exit).toEqual({ code: 0, signal: null });
  expect(newer.greetings()).toEqual(['agent']);
  expect(isAlive(newer.child.pid ?? 0)).toBe(true);
  expect(hostPid(dataDir)).toBeUndefined();
});

test('an agent goes on when the newer host it used is replaced by one of its own version', async () => {
  const dataDir = temporaryDirectory();
  const newer = await startFakeHost(dataDir, '999.0.0');
  const agent = startAgent(dataDir);
  await agent.initialize();
  newer.child.kill('SIGKILL');
  await until('the host to be gone', () => newer.child.signalCode !== null);
  expect(await callNow(agent, 'after')).toBe('Computed after in 0 s');
});
