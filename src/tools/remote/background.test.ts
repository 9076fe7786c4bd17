import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import { processesOf } from '../../../test/support/processes-of.ts';
import { account } from '../../../test/support/ssh/accounts.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';
import { endProcess, startSshd } from '../../../test/support/ssh/sshd.ts';
import { createLog } from '../../core/log.ts';
import { callerWith } from '../../host/agent.ts';
import { createHost } from '../../host/create-host.ts';

const TOOL = 'acp_remote_execute_command';
const sshd = await sharedSshd();
const fullAccess = { settings: { permissionLevel: 'full_access' } };
const POLL = { timeout: 15_000, interval: 100 };
let marks = 0;
const newMark = (): string => `66${marks++}.${process.pid}`;

test('a job is followed, listed, and stopped with all it started', async () => {
  const { approved, unasked } = createRemoteHost(sshd, fullAccess);
  const mark = newMark();
  const command = `echo one; echo two >&2; trap '' TERM; (sleep ${mark} &); sleep ${mark}; sleep ${mark}`;
  const started = await approved.call(TOOL, { command, background: true, env: { A: '1' } });
  const { processId } = started.data;
  expect(started).toMatchObject({ ok: true, data: { host: 'box', exitCode: null, cwd: account().home } });
  await expect
    .poll(
      async () =>
        (await unasked.call('get_background_process_output', { processId, sinceSeq: 0 })).data.lines,
      POLL,
    )
    .toMatchObject([
      { text: 'one', stream: 'stdout' },
      { text: 'two', stream: 'stderr' },
    ]);
  expect((await unasked.call('list_background_processes')).data.processes).toMatchObject([
    { processId, host: 'box', command, status: 'running', ports: [], keepAlive: true },
  ]);
  expect(await approved.call('stop_background_process', { processId })).toMatchObject({
    ok: true,
    data: { stopped: true },
  });
  expect(processesOf(mark)).toEqual([]);
  expect((await unasked.call('get_background_process_output', { processId })).data).toMatchObject({
    status: 'stopped',
  });
}, 30_000);

test('a job that fails at once is a failure, with what it printed', async () => {
  const { approved } = createRemoteHost(sshd, fullAccess);
  expect(await approved.call(TOOL, { command: 'echo no; exit 5', background: true })).toMatchObject({
    ok: false,
    code: 'EXEC_FAILED',
    data: { exitCode: 5, stdout: 'no', processId: expect.stringMatching(/^bp_/) },
  });
  expect(await approved.call(TOOL, { command: 'grep -c x /dev/null', background: true })).toMatchObject({
    ok: true,
    data: { exitCode: 1 },
  });
}, 30_000);

test('a job ends by itself, with its code and all it printed', async () => {
  const { approved, unasked } = createRemoteHost(sshd, fullAccess);
  const { data } = await approved.call(TOOL, {
    command: 'cat; seq 1 500; exit 3',
    stdin: 'typed\n',
    background: true,
    cwd: '/tmp',
  });
  const { processId } = data;
  await expect
    .poll(
      async () => (await unasked.call('get_background_process_output', { processId, tailLines: 2 })).data,
      POLL,
    )
    .toMatchObject({
      status: 'failed',
      exitCode: 3,
      lines: [{ text: '499' }, { text: '500' }],
      nextSeq: 501,
    });
  const short = await approved.call(TOOL, { command: 'echo short; exit 3', background: true });
  expect(short.text).toMatch(/^\[started as bp_\w+ on box\]\nshort\n\[it has ended, exit code 3\]$/);
  expect(await approved.call(TOOL, { command: 'true', background: true, cwd: '/no/such' })).toMatchObject({
    code: 'NOT_FOUND',
  });
}, 30_000);

test('a job survives its connection', async () => {
  const own = await startSshd();
  onTestFinished(() => own.close());
  const { approved, unasked } = createRemoteHost(own, fullAccess);
  const mark = newMark();
  const { data } = await approved.call(TOOL, {
    command: `echo begun; sleep 4; echo ended; : ${mark}`,
    background: true,
  });
  for (const pid of own.sessions()) endProcess(pid);
  const { processId } = data;
  await expect
    .poll(async () => (await unasked.call('get_background_process_output', { processId })).data, {
      timeout: 25_000,
      interval: 200,
    })
    .toMatchObject({ status: 'completed', exitCode: 0, lines: [{ text: 'begun' }, { text: 'ended' }] });
}, 40_000);

test('a job survives Toolgate, and the next host finds it', async () => {
  const first = createRemoteHost(sshd, fullAccess);
  const mark = newMark();
  const { data } = await first.approved.call(TOOL, {
    command: `echo begun; sleep ${mark}; exit 5`,
    background: true,
  });
  const { processId } = data;
  const { config } = first.host;
  const second = () => {
    const log = createLog({ level: 'silent', format: 'json', write: () => {} });
    const host = createHost({ config, dataDir: first.dataDir, log, env: {} });
    const caller = callerWith(config, 'stdio', { cwd: first.root });
    return { host, call: (tool: string, args: object) => host.call({ tool, args, caller }) };
  };
  await first.host.close();
  const { host, call } = second();
  onTestFinished(() => host.close());
  await expect
    .poll(async () => {
      const answer = await call('get_background_process_output', { processId });
      return answer.kind === 'result' && answer.ok ? answer.data : answer;
    }, POLL)
    .toMatchObject({ status: 'running', lines: [{ text: 'begun' }] });
  for (const line of processesOf(mark)) if (line.includes('sleep')) endProcess(Number(line.split(' ')[0]));
  await expect
    .poll(async () => {
      const answer = await call('get_background_process_output', { processId });
      return answer.kind === 'result' && answer.ok ? answer.data : answer;
    }, POLL)
    .toMatchObject({ status: 'failed', exitCode: 5 });
}, 40_000);

test('nobody else sees a job', async () => {
  const { host, caller, approved } = createRemoteHost(sshd, fullAccess);
  const { data } = await approved.call(TOOL, { command: 'sleep 30', background: true });
  const { processId } = data;
  const stranger = { ...caller, principal: 'jwt:mallory', session: 'other' };
  for (const tool of ['get_background_process_output', 'stop_background_process']) {
    const answer = await host.call({ tool, args: { processId }, caller: stranger });
    expect(answer.kind === 'result' && !answer.ok && answer.error.code).toBe('NOT_FOUND');
  }
  await approved.call('stop_background_process', { processId });
}, 20_000);

test('ports are forwarded both ways, on loopback, and closed again', async () => {
  const { host, caller, approved } = createRemoteHost(sshd, fullAccess);
  const server = createServer((_, answer) => answer.end('hello')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const opened = await approved.call('acp_remote_forward_port', { targetPort: port });
  const [local] = opened.data.forwards as { forwardId: string; listenPort: number }[];
  expect(await (await fetch(`http://127.0.0.1:${local?.listenPort}`)).text()).toBe('hello');
  const back = await approved.call('acp_remote_forward_port', { targetPort: port, direction: 'remote' });
  const [remote] = back.data.forwards as { forwardId: string; listenPort: number }[];
  expect(await (await fetch(`http://127.0.0.1:${remote?.listenPort}`)).text()).toBe('hello');
  const listening = await approved.call(TOOL, { command: 'cat /proc/net/tcp' });
  const hex = (remote?.listenPort ?? 0).toString(16).toUpperCase().padStart(4, '0');
  expect(listening.data.stdout).toContain(`0100007F:${hex}`);
  expect((await approved.call('acp_remote_forward_port', { action: 'list' })).data.forwards).toHaveLength(2);
  const stranger = { ...caller, principal: 'jwt:mallory' };
  const closing = { tool: 'acp_remote_forward_port', args: { action: 'close', forwardId: local?.forwardId } };
  const refused = await host.call({ ...closing, caller: stranger });
  expect(refused.kind === 'result' && refused.ok).toBe(false);
  await approved.call('acp_remote_forward_port', { action: 'close', forwardId: local?.forwardId });
  expect(await isOpen(local?.listenPort)).toBe(false);
  host.endSession(caller.session);
  await expect.poll(() => isOpen(remote?.listenPort), POLL).toBe(false);
}, 30_000);

test('one command runs on many hosts, and a dead one does not stop the others', async () => {
  const { approved } = createRemoteHost(sshd, { ...fullAccess, hosts: { a: {}, b: { port: 1 }, c: {} } });
  const done = await approved.call('acp_remote_execute_many', { hosts: ['a', 'b', 'c'], command: 'echo hi' });
  expect(done.data).toMatchObject({
    succeeded: 2,
    failed: 1,
    results: [
      { host: 'a', ok: true, stdout: 'hi\n' },
      { host: 'b', ok: false, error: expect.stringMatching(/^UNAVAILABLE: Cannot reach b.*refused/) },
      { host: 'c', ok: true, stdout: 'hi\n' },
    ],
  });
  const stopped = await approved.call('acp_remote_execute_many', {
    hosts: ['b', 'a'],
    command: 'echo hi',
    maxParallel: 1,
    stopOnError: true,
  });
  expect(stopped.data.results).toMatchObject([{ ok: false }, { ok: false, skipped: true }]);
}, 20_000);

test('without hosts there is nothing to use', async () => {
  const { call } = createTestHost({ remote: { sshConfig: '/dev/null' } });
  const answer = await call('acp_remote_list_hosts');
  expect(answer.kind === 'result' && answer.ok && answer.data).toEqual({ hosts: [] });
});

const isOpen = (port = 0): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
