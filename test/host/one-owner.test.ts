import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAudit } from '../support/audit-file.ts';
import { startLineClient } from '../support/line-client.ts';
import { processesOf } from '../support/processes-of.ts';
import { hostPid, isAlive, startProgram, temporaryDirectory, until } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { livingHost } from '../support/signal-host.ts';
import { callNow, PACKS, SHORT_LIVED, startAgent } from '../support/stdio-agent.ts';

const hostsOf = (dataDir: string): string[] => processesOf(dataDir).filter((line) => / host /.test(line));

const inProcess = (dataDir: string): string[] => [
  'stdio',
  '--in-process',
  '--data-dir',
  dataDir,
  '--pack',
  PACKS,
];

test('of two hosts started at the same moment exactly one wins, and both agents are served', async () => {
  const dataDir = temporaryDirectory();
  const hosts = [1, 2].map(() => startProgram(['host', '--data-dir', dataDir], { env: SHORT_LIVED }));
  const agents = [startAgent(dataDir), startAgent(dataDir)];
  await Promise.all(agents.map((agent) => agent.initialize()));
  expect(await Promise.all(agents.map((agent, i) => callNow(agent, `call-${i}`)))).toEqual([
    'Computed call-0 in 0 s',
    'Computed call-1 in 0 s',
  ]);
  await until('one host to be left', () => hostsOf(dataDir).length === 1);
  expect(hostsOf(dataDir)).toEqual([expect.stringMatching(new RegExp(`^${hostPid(dataDir)} `))]);
  const ended = hosts.filter(({ child }) => child.pid !== hostPid(dataDir));
  expect(await Promise.all(ended.map(({ exit }) => exit))).toEqual(
    ended.map(() => ({ code: 0, signal: null })),
  );
  const kinds = readAudit(dataDir).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['intent', 'intent', 'outcome', 'outcome']);
});

test('twenty pipes started at once share one host', async () => {
  const dataDir = temporaryDirectory();
  const agents = Array.from({ length: 20 }, () => startAgent(dataDir));
  await Promise.all(agents.map((agent) => agent.initialize()));
  const texts = await Promise.all(agents.map((agent, i) => callNow(agent, `call-${i}`)));
  expect(texts).toEqual(agents.map((_, i) => `Computed call-${i} in 0 s`));
  await until('the losers of the race to be gone', () => hostsOf(dataDir).length === 1);
  const sessions = readAudit(dataDir).flatMap(({ body }) =>
    body.session === undefined ? [] : [body.session],
  );
  expect(new Set(sessions).size).toBe(20);
  for (const { child } of agents) child.stdin?.end();
  await until('every process to be gone', () => processesOf(dataDir).length === 0);
});

test('stdio --in-process on an owned directory is refused in words that name the owner', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent(dataDir);
  await agent.initialize();
  const pid = hostPid(dataDir);
  expect(await runProgram(inProcess(dataDir))).toEqual({
    code: 2,
    stdout: '',
    stderr: `toolgate: ${dataDir} is in use by toolgate background (pid ${pid}). End it with toolgate --data-dir ${dataDir} stop, or choose another --data-dir.\n`,
  });
  expect(await callNow(agent, 'after')).toBe('Computed after in 0 s');
});

test('other agents share the host of an in-process agent', async () => {
  const dataDir = temporaryDirectory();
  const owner = startLineClient(inProcess(dataDir));
  await owner.initialize();
  const guest = startAgent(dataDir);
  await guest.initialize();
  expect(await callNow(guest, 'guest')).toBe('Computed guest in 0 s');
  expect(hostPid(dataDir)).toBe(owner.child.pid);
  owner.child.stdin?.end();
  expect(await owner.exit).toEqual({ code: 0, signal: null });
  expect(await callNow(guest, 'alone')).toBe('Computed alone in 0 s');
});

test('after kill -9 of the owner the directory can be taken at once', async () => {
  const dataDir = temporaryDirectory();
  const owner = startLineClient(inProcess(dataDir));
  await owner.initialize();
  owner.child.kill('SIGKILL');
  await owner.exit;
  expect(existsSync(join(dataDir, 'host.json'))).toBe(true);
  const next = startLineClient(inProcess(dataDir));
  await next.initialize();
  expect(await callNow(next, 'next')).toBe('Computed next in 0 s');
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')) as { pid: number };
  expect(pid).toBe(next.child.pid);
});

test('a host that ends in order leaves neither socket nor owner behind', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent(dataDir);
  await agent.initialize();
  const pid = livingHost(dataDir);
  agent.child.stdin?.end();
  await agent.exit;
  process.kill(pid, 'SIGTERM');
  await until('the host to be gone', () => !isAlive(pid));
  expect(
    ['host.sock', 'host.json', 'audit.db-wal'].filter((name) => existsSync(join(dataDir, name))),
  ).toEqual([]);
});

test('a pipe is a pipe wherever its flags stand', async () => {
  const dataDir = temporaryDirectory();
  const agent = startLineClient(['--data-dir', dataDir, '--pack', PACKS, 'stdio'], { env: SHORT_LIVED });
  await agent.initialize();
  expect(hostPid(dataDir)).not.toBe(agent.child.pid);
});
