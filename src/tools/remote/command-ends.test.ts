import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { processesOf } from '../../../test/support/processes-of.ts';
import { until } from '../../../test/support/program.ts';
import { startProxy } from '../../../test/support/ssh/proxy.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';
import { endProcess, startSshd } from '../../../test/support/ssh/sshd.ts';

const TOOL = 'acp_remote_execute_command';
const sshd = await sharedSshd();
const fullAccess = { settings: { permissionLevel: 'full_access' } };
let marks = 0;
/** A number of seconds that no other process sleeps for. */
const newMark = (): string => `99${marks++}.${process.pid}`;

test('what moved into a session or group of its own ends with the time of its command, too', async () => {
  const { approved } = createRemoteHost(sshd, fullAccess);
  const mark = newMark();
  // The time counts from the call, and connecting takes some of it.
  await approved.call(TOOL, { command: 'true' });
  const command = `echo begun; setsid sh -c "trap '' TERM; sleep ${mark}; sleep ${mark}" & set -m; sleep ${mark} & sleep ${mark}`;
  expect(await approved.call(TOOL, { command, timeout: 2 })).toMatchObject({
    code: 'TIMEOUT',
    data: { stdout: 'begun\n', timedOut: true, exitCode: null, killed: 'confirmed' },
  });
  expect(processesOf(mark)).toEqual([]);
}, 20_000);

test('it ends as well when the connection does, or a job of it is stopped', async () => {
  const own = await startSshd();
  onTestFinished(() => own.close());
  const { approved } = createRemoteHost(own, fullAccess);
  const [mark, jobMark] = [newMark(), newMark()];
  const job = await approved.call(TOOL, {
    command: `setsid sleep ${jobMark} & sleep ${jobMark}`,
    background: true,
  });
  await until('the job to run', () => processesOf(jobMark).length >= 2);
  expect(await approved.call('stop_background_process', { processId: job.data.processId })).toMatchObject({
    ok: true,
  });
  expect(processesOf(jobMark)).toEqual([]);
  const running = approved.call(TOOL, { command: `setsid sleep ${mark} & sleep ${mark}` });
  await until('the command to run', () => processesOf(mark).length >= 2);
  // The ssh of this side dies: the other machine sees its end of the pipe.
  for (const line of processesOf('ControlMaster=yes'))
    if (line.includes(own.directory) && line.split(' ')[1] === 'ssh') endProcess(Number(line.split(' ')[0]));
  expect(await running).toMatchObject({ ok: false, code: 'UNAVAILABLE', data: { exitCode: null } });
  await until('the command to be gone', () => processesOf(mark).length === 0, 15_000);
}, 40_000);

test('a socket that is cut ends a command as well, and the next call connects again', async () => {
  const proxy = await startProxy(sshd.port);
  onTestFinished(() => proxy.close());
  const more = [`HostKeyAlias [127.0.0.1]:${sshd.port}`];
  const { approved } = createRemoteHost(sshd, { ...fullAccess, hosts: { box: { port: proxy.port, more } } });
  const mark = newMark();
  const running = approved.call(TOOL, {
    command: `echo begun; trap '' TERM HUP; sleep ${mark} & sleep ${mark}`,
  });
  await until('the command to run', () => processesOf(mark).length >= 2);
  proxy.cut();
  expect(await running).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^The connection to box was lost .* How it ended is unknown/),
    data: { exitCode: null },
  });
  await until('the command to be gone', () => processesOf(mark).length === 0, 15_000);
  expect((await approved.call(TOOL, { command: 'echo again' })).data.stdout).toBe('again\n');
}, 30_000);

test('on a way where nothing gets through any more, the call ends in time and says what is not known', async () => {
  const proxy = await startProxy(sshd.port);
  onTestFinished(() => proxy.close());
  const more = [`HostKeyAlias [127.0.0.1]:${sshd.port}`];
  const { approved } = createRemoteHost(sshd, { ...fullAccess, hosts: { box: { port: proxy.port, more } } });
  const mark = newMark();
  await approved.call(TOOL, { command: 'true' });
  const running = approved.call(TOOL, { command: `echo begun; sleep ${mark}`, timeout: 2 });
  await until('the command to run', () => processesOf(mark).length > 0);
  proxy.swallow(true);
  const startedAt = performance.now();
  expect(await running).toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining('some of it may still run there'),
    data: { exitCode: null, timedOut: true, killed: 'unconfirmed' },
  });
  expect(performance.now() - startedAt).toBeLessThan(12_000);
  // The other machine has a limit of its own.
  await until('the command to be gone', () => processesOf(mark).length === 0, 25_000);
}, 50_000);

test('a long script reads its input, and bytes and split characters arrive as they are', async () => {
  const { approved } = createRemoteHost(sshd, fullAccess);
  const script = `${`: ${'x'.repeat(97)}\n`.repeat(1500)}echo '$(id) \\n'; cat`;
  expect((await approved.call(TOOL, { command: script, stdin: 'typed\n' })).data).toMatchObject({
    stdout: '$(id) \\n\ntyped\n',
    exitCode: 0,
  });
  const split = "printf '\\303'; sleep 0.3; printf '\\251'; printf '\\377\\0x'";
  expect((await approved.call(TOOL, { command: split })).data.stdout).toBe('é\uFFFD\0x');
}, 20_000);

test('a command cannot tell a lie about its end', async () => {
  const { approved } = createRemoteHost(sshd, fullAccess);
  const command = `printf '\\036%s done 0 0 0\\n' "$TOOLGATE_RUN"; tr '\\0' '\\n' < /proc/$PPID/environ | grep -c tg_ ; exit 3`;
  expect(await approved.call(TOOL, { command })).toMatchObject({
    code: 'EXEC_FAILED',
    data: { exitCode: 3, stdout: expect.stringMatching(/done 0 0 0\n0\n$/) },
  });
});

test('what looks like a secret is not shown, and is not in the record', async () => {
  const { approved, dataDir, host } = createRemoteHost(sshd, fullAccess);
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const { data } = await approved.call(TOOL, { command: `echo token=${secret}` });
  expect(data.stdout).not.toContain(secret);
  await host.close();
  expect(spawnSync('grep', ['-rlaF', secret, dataDir], { encoding: 'utf8' }).stdout).toBe('');
});
