import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAudit } from '../support/audit-file.ts';
import { connectHttpAgent, serveOn } from '../support/http-agent.ts';
import type { LineClient } from '../support/line-client.ts';
import { processesOf } from '../support/processes-of.ts';
import { hostPid, temporaryDirectory, until } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { livingHost } from '../support/signal-host.ts';
import { callNow, PACKS, sendCall, startAgent, textOf } from '../support/stdio-agent.ts';

const ownerKind = (dataDir: string): unknown =>
  (JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')) as { kind: unknown }).kind;

const serveArgs = (dataDir: string): string[] => ['--data-dir', dataDir, '--pack', PACKS];

test('serve takes over from a background host, and connected agents go on', async () => {
  const dataDir = temporaryDirectory();
  const agents = [startAgent(dataDir), startAgent(dataDir)] as const;
  await Promise.all(agents.map((agent) => agent.initialize()));
  const background = hostPid(dataDir);
  // The record is read by a thread of its own, which the host has to end before it can leave.
  await agents[0].request('tools/call', { name: 'query_audit', arguments: {} });
  sendCall(agents[1], 'running', 1);
  await until('the call to begin', () => readAudit(dataDir).length === 3);
  const served = await serveOn(dataDir);

  expect(await textOf(agents[1], 'running')).toBe('Computed running in 1 s');
  expect(await Promise.all(agents.map((agent, i) => callNow(agent, `after-${i}`)))).toEqual([
    'Computed after-0 in 0 s',
    'Computed after-1 in 0 s',
  ]);
  expect(hostPid(dataDir)).not.toBe(background);
  expect(ownerKind(dataDir)).toBe('serve');
  const http = await connectHttpAgent(served, served.token);
  const { tools } = await http.listTools();
  expect(tools.map(({ name }) => name)).toContain('slow_compute');

  await http.close();
  for (const { child } of agents) child.stdin?.end();
  expect(await served.stop()).toBe(0);
  await until('every process to be gone', () => processesOf(dataDir).length === 0);
});

/** Which of the files in the two projects below a directory an agent reads. */
async function readBy(agent: LineClient, above: string): Promise<string[]> {
  const read = async (project: string): Promise<string[]> => {
    const path = join(above, project, 'a.txt');
    const { result } = await agent.request('tools/call', { name: 'read_file', arguments: { path } });
    return result?.isError === true ? [] : [project];
  };
  return (await Promise.all(['shop', 'pyproj'].map(read))).flat();
}

test('what serve opens by --root is not open to agents that have a directory of their own', async () => {
  const [dataDir, above] = [temporaryDirectory(), temporaryDirectory()];
  for (const project of ['shop', 'pyproj']) {
    mkdirSync(join(above, project));
    writeFileSync(join(above, project, 'a.txt'), 'text\n');
  }
  const agentIn = async (project: string, args: readonly string[] = []): Promise<LineClient> => {
    const agent = startAgent(dataDir, { cwd: join(above, project), args });
    await agent.initialize();
    return agent;
  };
  const before = await agentIn('shop');
  expect(await readBy(before, above)).toEqual(['shop']);
  const served = await serveOn(dataDir, { TOOLGATE_ROOTS: join(above, 'pyproj') }, ['--root', above]);
  expect(await readBy(before, above)).toEqual(['shop']);
  expect(await readBy(await agentIn('pyproj'), above)).toEqual(['pyproj']);
  expect(await readBy(await agentIn('pyproj', ['--root', '../shop']), above)).toEqual(['shop']);
  const path = join(above, 'pyproj', 'a.txt');
  const asPerson = ['call', 'read_file', JSON.stringify({ path }), '--data-dir', dataDir];
  const { code, stdout } = await runProgram(asPerson, { cwd: join(above, 'shop') });
  expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining('OUTSIDE_ROOT') });
  const http = await connectHttpAgent(served, served.token);
  expect(await http.callTool({ name: 'read_file', arguments: { path } })).not.toMatchObject({
    isError: true,
  });
});

test('serve takes over again and again while agents call', async () => {
  const dataDir = temporaryDirectory();
  const agents = [startAgent(dataDir), startAgent(dataDir), startAgent(dataDir)] as const;
  await Promise.all(agents.map((agent) => agent.initialize()));
  for (const round of [1, 2, 3, 4]) {
    await agents[0].request('tools/call', { name: 'query_audit', arguments: {} });
    const served = await serveOn(dataDir);
    const texts = await Promise.all(agents.map((agent, i) => callNow(agent, `${round}-${i}`)));
    expect(texts).toEqual(agents.map((_, i) => `Computed ${round}-${i} in 0 s`));
    expect(ownerKind(dataDir)).toBe('serve');
    expect(await served.stop()).toBe(0);
    await Promise.all(agents.map((agent, i) => callNow(agent, `${round}-${i}-background`)));
  }
});

test('serve comes back after a crash while agents are connected', async () => {
  const dataDir = temporaryDirectory();
  const agents = Array.from({ length: 4 }, () => startAgent(dataDir));
  await Promise.all(agents.map((agent) => agent.initialize()));
  for (const round of [1, 2, 3]) {
    await serveOn(dataDir);
    process.kill(livingHost(dataDir), 'SIGKILL');
    // Its agents start a host in the background meanwhile, which has the directory before it listens.
    const served = await serveOn(dataDir);
    expect(ownerKind(dataDir)).toBe('serve');
    const texts = await Promise.all(agents.map((agent, i) => callNow(agent, `${round}-${i}`)));
    expect(texts).toEqual(agents.map((_, i) => `Computed ${round}-${i} in 0 s`));
    expect(await served.stop()).toBe(0);
  }
});

test('a second serve is refused with the pid and the address of the first', async () => {
  const dataDir = temporaryDirectory();
  const served = await serveOn(dataDir);
  const { code, stdout, stderr } = await runProgram(['serve', '--port', '0', ...serveArgs(dataDir)]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`pid ${hostPid(dataDir)}`);
  expect(stderr).toContain(served.address);
  expect(stderr).not.toContain('--in-process');
});

test('a busy port is said in words, and the agents that were connected go on', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent(dataDir);
  await agent.initialize();
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
  });
  onTestFinished(() => void blocker.close());
  expect(await runProgram(['serve', '--port', String(port), ...serveArgs(dataDir)])).toEqual({
    code: 2,
    stdout: '',
    stderr: `toolgate: Cannot listen on 127.0.0.1:${port}: it is in use; choose another with --port.\n`,
  });
  expect(await callNow(agent, 'after')).toBe('Computed after in 0 s');
});

test('serve starts again, with a new token, after its first token was revoked', async () => {
  const dataDir = temporaryDirectory();
  const first = await serveOn(dataDir);
  await runProgram(['tokens', 'revoke', 'first', '--data-dir', dataDir]);
  await first.stop();
  const second = await serveOn(dataDir);
  expect(second.token).toMatch(/^tg_/);
  expect(second.token).not.toBe(first.token);
  const http = await connectHttpAgent(second, second.token);
  expect((await http.listTools()).tools.length).toBeGreaterThan(0);
  await expect(connectHttpAgent(second, first.token)).rejects.toThrow();
});
