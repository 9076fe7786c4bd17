import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSandbox } from '../../src/engines/sandbox/find-sandbox.ts';
import type { LineClient } from '../support/line-client.ts';
import { processesOf } from '../support/processes-of.ts';
import { BIN, hostPid, temporaryDirectory, until } from '../support/program.ts';
import { createRepository } from '../support/repository.ts';
import { runProgram } from '../support/run-program.ts';
import { signalHost } from '../support/signal-host.ts';
import { startAgent } from '../support/stdio-agent.ts';

type Data = Record<string, unknown>;

/** Unlike any other process on this machine, so that it is found by its command line. */
const newMark = (() => {
  let count = 0;
  return (): string => `9${count++}.${process.pid}`;
})();

/** Ignores TERM, has children that do too, and one that has forked twice into a session of its own. */
const stubborn = (mark: string): string =>
  `trap '' TERM; (setsid sh -c 'trap "" TERM; exec sleep ${mark}' >/dev/null 2>&1 &); sleep ${mark} & sleep ${mark}; sleep ${mark}`;

interface Options {
  readonly dataDir?: string;
  readonly root?: string;
  readonly sandbox?: 'auto' | 'off';
  readonly idleExitMs?: number;
}

/** An agent that may run what it wants, since nobody is there to ask. */
async function startShellAgent({ dataDir, root, sandbox = 'auto', idleExitMs = 20_000 }: Options = {}) {
  const place = { dataDir: dataDir ?? temporaryDirectory(), root: root ?? temporaryDirectory() };
  const agent = startAgent(place.dataDir, {
    args: ['--mode', 'full_access', '--pack', 'shell,processes,gate,git'],
    cwd: place.root,
    env: {
      TOOLGATE_SANDBOX: sandbox,
      TOOLGATE_IDLE_EXIT_MS: String(idleExitMs),
      TOOLGATE_APPROVALS_WAIT_MS: '0',
    },
  });
  await agent.initialize();
  return { ...place, agent };
}

const dataOf = async (agent: LineClient, tool: string, args: Data): Promise<Data> => {
  const result = await agent.call(tool, args);
  if (result.isError) throw new Error(JSON.stringify(result.content));
  return result.structuredContent as Data;
};

const untilRunning = (mark: string): Promise<unknown> =>
  until(`processes of ${mark}`, () => processesOf(mark).length >= 3);
const untilGone = (mark: string): Promise<unknown> =>
  until(`the end of ${mark}`, () => processesOf(mark).length === 0, 15_000);

const sandboxes = (await findSandbox()) ? (['auto', 'off'] as const) : (['off'] as const);

for (const sandbox of sandboxes) {
  test(`a tree that does not want to end is gone when its agent disconnects (sandbox ${sandbox})`, async () => {
    const { agent } = await startShellAgent({ sandbox });
    const [started, running] = [newMark(), newMark()];
    await dataOf(agent, 'shell_start', { command: stubborn(started) });
    agent.send({
      jsonrpc: '2.0',
      id: 'running',
      method: 'tools/call',
      params: { name: 'shell_execute', arguments: { command: stubborn(running) } },
    });
    await Promise.all([started, running].map(untilRunning));
    agent.child.stdin?.end();
    await Promise.all([started, running].map(untilGone));
  });

  test(`a tree that does not want to end is gone after kill -9 of the host and a new start (sandbox ${sandbox})`, async () => {
    const { agent, dataDir, root } = await startShellAgent({ sandbox });
    const [started, running, kept] = [newMark(), newMark(), newMark()];
    await dataOf(agent, 'shell_start', { command: stubborn(started) });
    const { processId } = await dataOf(agent, 'shell_start', {
      command: `echo before; touch up; sleep ${kept}; echo after`,
      keepAlive: true,
    });
    agent.send({
      jsonrpc: '2.0',
      id: 'running',
      method: 'tools/call',
      params: { name: 'shell_execute', arguments: { command: stubborn(running) } },
    });
    await Promise.all([started, running].map(untilRunning));
    await until('the kept one', () => processesOf(kept).length > 0);

    const killed = signalHost(dataDir, 'SIGKILL');
    await agent.answer('running', 20_000);
    expect(hostPid(dataDir)).not.toBe(killed);
    await Promise.all([started, running].map(untilGone));

    // What was meant to stay runs on, can be read, and can be ended.
    expect(processesOf(kept).length).toBeGreaterThan(0);
    const { agent: next } = await startShellAgent({ sandbox, dataDir, root });
    const { processes } = (await dataOf(next, 'list_background_processes', {})) as { processes: Data[] };
    expect(processes.map(({ status, keepAlive }) => [status, keepAlive]).toSorted()).toEqual([
      ['lost', false],
      ['running', true],
    ]);
    const { lines } = (await dataOf(next, 'get_background_process_output', { processId })) as {
      lines: Data[];
    };
    expect(lines.map(({ text }) => text)).toEqual(['before']);
    await dataOf(next, 'stop_background_process', { processId });
    expect(processesOf(kept)).toEqual([]);
  });
}

test('a kept process outlives a host that leaves by itself, and the next one takes it over', async () => {
  const { agent, dataDir, root } = await startShellAgent({ idleExitMs: 300 });
  const kept = newMark();
  const { processId } = await dataOf(agent, 'shell_start', {
    command: `echo up; sleep ${kept}`,
    keepAlive: true,
  });
  const first = hostPid(dataDir);
  agent.child.stdin?.end();
  await until('the end of the host', () => hostPid(dataDir) === undefined);
  expect(processesOf(kept).length).toBeGreaterThan(0);
  const { agent: next } = await startShellAgent({ dataDir, root });
  expect(hostPid(dataDir)).not.toBe(first);
  const { lines, status } = (await dataOf(next, 'get_background_process_output', { processId })) as Data & {
    lines: Data[];
  };
  expect([status, lines.map(({ text }) => text)]).toEqual(['running', ['up']]);
  await dataOf(next, 'stop_background_process', { processId });
  expect(processesOf(kept)).toEqual([]);
});

/** The first process of a mark, by its number. */
const pidOf = (mark: string): number => Number(processesOf(mark).at(-1)?.split(' ')[0]);

test('a kept process that starts again does so under the next host, too, until it is stopped', async () => {
  const { agent, dataDir, root } = await startShellAgent();
  const mark = newMark();
  const args = { command: `echo up $SAID; sleep ${mark}; exit 1`, env: { SAID: 'hello' } };
  const { processId } = await dataOf(agent, 'shell_start', {
    ...args,
    keepAlive: true,
    restart: 'on-failure',
  });
  signalHost(dataDir, 'SIGKILL');
  // It ends while nobody looks after it.
  const ended = pidOf(mark);
  process.kill(ended, 'SIGKILL');
  await until('its end', () => !processesOf(mark).some((line) => line.startsWith(`${ended} `)));
  const { agent: next } = await startShellAgent({ dataDir, root });
  await dataOf(next, 'list_background_processes', {});
  await until('a new start', () => processesOf(mark).length > 0);
  process.kill(pidOf(mark), 'SIGKILL');
  await expect
    .poll(async () => (await dataOf(next, 'list_background_processes', {})).processes, { timeout: 10_000 })
    .toMatchObject([{ processId, status: 'running', restarts: 2, keepAlive: true }]);
  const printed = async () => {
    const { lines } = await dataOf(next, 'get_background_process_output', { processId });
    return (lines as Data[]).flatMap(({ stream, text }) => (stream === 'stdout' ? [text] : []));
  };
  await expect.poll(printed).toEqual(['up hello', 'up hello', 'up hello']);
  await dataOf(next, 'stop_background_process', { processId });
  expect(processesOf(mark)).toEqual([]);

  signalHost(dataDir, 'SIGKILL');
  const { agent: last } = await startShellAgent({ dataDir, root });
  expect((await dataOf(last, 'list_background_processes', {})).processes).toMatchObject([
    { processId, status: 'stopped' },
  ]);
  expect(processesOf(mark)).toEqual([]);
});

test('under the next host a kept process starts again as it was allowed, or not at all', async () => {
  const { agent, dataDir, root } = await startShellAgent();
  const [same, other] = [newMark(), newMark()];
  for (const [name, text] of Object.entries({
    'hidden.txt': 'kq7refused\n',
    'run.sh': `echo first; sleep ${other}; exit 1\n`,
  }))
    writeFileSync(join(root, name), text);
  await runProgram(['rules', 'add', 'deny', '*', '--path', join(root, 'hidden.txt'), '--data-dir', dataDir]);
  const stays = { keepAlive: true, restart: 'on-failure' };
  const reads = await dataOf(agent, 'shell_start', {
    command: `grep -rsh kq7 --include=*.txt . . ; echo up; sleep ${same}; exit 1`,
    ...stays,
  });
  const changed = await dataOf(agent, 'shell_start', { command: 'bash run.sh', access: ['write'], ...stays });
  await until('both', () => processesOf(same).length > 0 && processesOf(other).length > 0);
  // Bash has read the line that runs by then; what a person allowed was the first text.
  writeFileSync(join(root, 'next.sh'), 'echo second; touch changed; sleep 1\n');
  renameSync(join(root, 'next.sh'), join(root, 'run.sh'));
  signalHost(dataDir, 'SIGKILL');
  const { agent: next } = await startShellAgent({ dataDir, root });
  await dataOf(next, 'list_background_processes', {});
  for (const mark of [same, other]) process.kill(pidOf(mark), 'SIGKILL');
  const statusOf = async ({ processId }: Data) =>
    (await dataOf(next, 'get_background_process_output', { processId })) as { status: string; lines: Data[] };
  const printedBy = async (started: Data) =>
    (await statusOf(started)).lines.flatMap(({ stream, text }) => (stream === 'stdout' ? [text] : []));
  await expect.poll(() => printedBy(reads), { timeout: 10_000 }).toEqual(['up', 'up']);
  await expect.poll(async () => (await statusOf(changed)).status, { timeout: 10_000 }).toBe('failed');
  expect(await printedBy(changed)).toEqual(['first']);
  expect(existsSync(join(root, 'changed'))).toBe(false);
  await dataOf(next, 'stop_background_process', { processId: reads.processId });
});

test('a host stays while a kept process is to start again', async () => {
  const { agent, dataDir, root } = await startShellAgent({ idleExitMs: 300 });
  const mark = newMark();
  const { processId } = await dataOf(agent, 'shell_start', {
    command: `sleep ${mark}`,
    keepAlive: true,
    restart: 'always',
  });
  const host = hostPid(dataDir);
  agent.child.stdin?.end();
  for (let restarts = 1; restarts <= 2; restarts++) {
    const ended = pidOf(mark);
    process.kill(ended, 'SIGKILL');
    await until('a new start', () => processesOf(mark).length > 0 && pidOf(mark) > ended);
  }
  const { agent: next } = await startShellAgent({ dataDir, root, idleExitMs: 300 });
  expect(hostPid(dataDir)).toBe(host);
  await dataOf(next, 'stop_background_process', { processId });
  next.child.stdin?.end();
  await until('the end of the host', () => hostPid(dataDir) === undefined);
  expect(processesOf(mark)).toEqual([]);
});

test('a hook that git ran is gone after kill -9 of the host and a new start', async () => {
  const root = temporaryDirectory();
  const mark = newMark();
  const repository = createRepository(root);
  repository.commit('first', { a: '1' });
  repository.write('.git/hooks/pre-commit', `#!/bin/sh\ntrap '' TERM HUP\nsleep ${mark}\n`);
  chmodSync(join(root, '.git/hooks/pre-commit'), 0o755);
  repository.write('a', '2');
  repository.git('add', '--all');
  const { agent, dataDir } = await startShellAgent({ root, sandbox: 'off' });
  agent.send({
    jsonrpc: '2.0',
    id: 'commit',
    method: 'tools/call',
    params: { name: 'git_commit', arguments: { message: 'second' } },
  });
  await until('the hook', () => processesOf(mark).length > 0);
  signalHost(dataDir, 'SIGKILL');
  await agent.answer('commit', 20_000);
  await untilGone(mark);
});

test.skipIf(sandboxes.length === 1)(
  'a shell inside a child reaches neither the socket nor the data, and decides nothing',
  async () => {
    const { agent, dataDir, root } = await startShellAgent();
    const question = await agent.call('shell_execute', { command: 'sudo touch asked' });
    const [approval] = JSON.stringify(question).match(/[0-9a-f]{8}-[0-9a-f-]{27}/) ?? [];
    expect(approval).toBeDefined();
    const toolgate = `${process.execPath} ${BIN}`;
    const attempts = [
      `ls ${dataDir} | grep -q .`,
      `cat ${dataDir}/toolgate.db ${dataDir}/host.json`,
      `node -e "require('net').connect('${dataDir}/host.sock').on('error',()=>process.exit(1)).on('connect',()=>process.exit(0))"`,
      `kill -9 ${hostPid(dataDir)}`,
      `cat /proc/${hostPid(dataDir)}/environ`,
      `grep -aqs host.sock /proc/[0-9]*/net/unix && cat /proc/${hostPid(dataDir)}/cmdline`,
      // Last: it finds no host, starts one of its own in here, and that one knows of no approval.
      `${toolgate} approvals approve ${approval} --data-dir ${dataDir}`,
    ];
    const script = attempts
      .map((line, i) => `if ( ${line} ) >/dev/null 2>&1; then echo ${i} >> reached; fi`)
      .join('\n');
    writeFileSync(join(root, 'attack.sh'), script);
    // Whatever runs here was allowed by somebody, or by the mode: the open sandbox.
    await dataOf(agent, 'shell_execute', { command: 'bash attack.sh; echo tried > tried' });
    expect(readFileSync(join(root, 'tried'), 'utf8')).toBe('tried\n');
    expect(existsSync(join(root, 'reached')) ? readFileSync(join(root, 'reached'), 'utf8') : '').toBe('');
    const { approvals } = (await dataOf(agent, 'list_approvals', {})) as { approvals: Data[] };
    expect(approvals).toMatchObject([{ status: 'pending' }]);
  },
);

const isSetAside = (path: string): boolean => !existsSync(path) && existsSync(`${path}.set-aside`);

test.skipIf(sandboxes.length === 1)(
  'settings that a background process plants are set aside while it runs',
  async () => {
    const { agent, root } = await startShellAgent();
    const plant = 'echo evil > .mcp.json; mkdir -p sub/.claude; echo evil > sub/.claude/settings.json';
    writeFileSync(join(root, 'server.sh'), `${plant}; sleep 300\n`);
    await dataOf(agent, 'shell_start', { command: 'bash server.sh' });
    const planted = ['.mcp.json', 'sub/.claude'].map((name) => join(root, name));
    await until('what it planted to be set aside', () => planted.every(isSetAside));
  },
);

test.skipIf(sandboxes.length === 1)(
  'settings that a run planted before its host was killed are set aside by the next one',
  async () => {
    const { agent, dataDir, root } = await startShellAgent();
    writeFileSync(join(root, 'build.sh'), 'echo evil > .envrc; sleep 300\n');
    agent.send({
      jsonrpc: '2.0',
      id: 'cut off',
      method: 'tools/call',
      params: { name: 'shell_execute', arguments: { command: 'bash build.sh' } },
    });
    const planted = join(root, '.envrc');
    await until('the file', () => existsSync(planted));
    signalHost(dataDir, 'SIGKILL');
    await agent.answer('cut off', 20_000);
    await until('the file to be set aside', () => isSetAside(planted), 15_000);
  },
);

test('a terminal works in the built program', async () => {
  const { agent } = await startShellAgent();
  const { processId } = await dataOf(agent, 'shell_start', {
    command: 'test -t 1 && echo tty && cat',
    pty: true,
  });
  const { lines } = (await dataOf(agent, 'get_background_process_output', { processId })) as {
    lines: Data[];
  };
  expect(lines.map(({ text }) => text)).toEqual(['tty']);
});
