import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processesOf } from '../../../test/support/processes-of.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { createShellHost } from '../../../test/support/shell.ts';
import { callerWith } from '../../host/agent.ts';

type Data = Record<string, unknown>;

const POLL = { timeout: 10_000 };
type Output = { lines: { seq: number; stream: string; text: string }[]; nextSeq: number; status: string };

const textsOf = (data: Data): string[] => (data as unknown as Output).lines.map(({ text }) => text);

const SERVER = `require('http').createServer((_, answer) => { console.log('asked'); answer.end('ok') })
  .listen(0, '127.0.0.1', function () { console.log('Local: http://localhost:' + this.address().port + '/') })`;

test('a development server is ready, its port known, its output followed, and it is gone when stopped', async () => {
  const { approved, unasked, root } = await createShellHost();
  writeFileSync(join(root, 'server.js'), SERVER);
  const started = await approved.call('shell_start', { command: 'node server.js', successPattern: 'Local:' });
  expect(started).toMatchObject({
    ok: true,
    data: { status: 'running', url: expect.stringMatching(/^http:/) },
  });
  const { processId, url, ports } = started.data as { processId: string; url: string; ports: number[] };
  expect(ports).toEqual([Number(new URL(url).port)]);

  const { nextSeq } = (await unasked.call('get_background_process_output', { processId }))
    .data as unknown as Output;
  const following = unasked.call('get_background_process_output', {
    processId,
    sinceSeq: nextSeq,
    waitMs: 5000,
  });
  expect(await (await fetch(url)).text()).toBe('ok');
  expect(textsOf((await following).data)).toEqual(['asked']);

  const { data } = await unasked.call('list_background_processes', {});
  expect(data.processes).toMatchObject([
    { processId, name: 'node server.js', cwd: root, status: 'running', ports },
  ]);

  expect(await approved.call('stop_background_process', { processId })).toMatchObject({
    ok: true,
    data: { stopped: true },
  });
  await expect(fetch(url)).rejects.toThrow();
  expect(await unasked.call('get_background_process_output', { processId })).toMatchObject({
    data: { status: 'stopped' },
  });
});

test('a process that fails at once says so, with its words', async () => {
  const { approved } = await createShellHost();
  expect(await approved.call('shell_start', { command: 'echo no config >&2; exit 3' })).toMatchObject({
    ok: false,
    code: 'EXEC_FAILED',
    data: { status: 'failed', exitCode: 3, initialOutput: 'no config' },
  });
});

test('a pattern that never comes leaves it starting; one that is wrong or slow harms nobody', async () => {
  const { approved, unasked } = await createShellHost();
  const waiting = await approved.call('shell_start', {
    command: 'echo "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"; sleep 30',
    successPattern: '^(a+)+$',
    readyTimeoutMs: 500,
  });
  expect(waiting).toMatchObject({ ok: true, data: { status: 'starting' } });
  expect(await approved.call('shell_start', { command: 'sleep 30', successPattern: '(' })).toMatchObject({
    ok: false,
    code: 'VALIDATION',
  });
  expect((await unasked.call('list_background_processes', {})).data.processes).toHaveLength(1);
});

test('a process that ignores TERM is gone when stop answers, with its children', async () => {
  const { approved } = await createShellHost();
  const mark = `70.${process.pid}`;
  const command = `trap '' TERM; (setsid sh -c 'trap "" TERM; exec sleep ${mark}' &); sleep ${mark}; sleep ${mark}`;
  const { data } = await approved.call('shell_start', { command });
  expect(processesOf(mark).length).toBeGreaterThan(0);
  expect(await approved.call('shell_kill', { processId: data.processId, force: true })).toMatchObject({
    ok: true,
    data: { stopped: true, exitCode: null, signal: 'SIGKILL' },
  });
  expect(processesOf(mark)).toEqual([]);
});

test('shell_send_input reaches a shell through a pipe and through a terminal', async () => {
  const { approved, unasked } = await createShellHost();
  const piped = await approved.call('shell_start', { command: 'read name; echo "hello $name"' });
  const answer = await approved.call('shell_send_input', { processId: piped.data.processId, input: 'world' });
  expect(answer).toMatchObject({ ok: true, data: { accepted: true, dropped: 0 } });
  expect(textsOf(answer.data)).toEqual(['hello world']);

  const shell = await approved.call('shell_start', {
    command: 'test -t 0 && test -t 1 && exec bash --norc -i',
    pty: true,
  });
  const { processId } = shell.data;
  const typed = await approved.call('shell_send_input', { processId, input: 'echo $((6 * 7))' });
  expect(textsOf(typed.data)).toContain('42');
  await approved.call('shell_send_input', { processId, input: '\u0004', pressEnter: false });
  const end = await unasked.call('get_background_process_output', {
    processId,
    waitMs: 2000,
    sinceSeq: 10_000,
  });
  expect(end.data.status).toBe('completed');
  expect(await approved.call('shell_send_input', { processId, input: 'x' })).toMatchObject({
    code: 'CONFLICT',
  });
});

test('what is typed into an interpreter is judged as its code, for as long as it is in front', async () => {
  const { host, caller, approved, root } = await createShellHost();
  const risk = async (processId: unknown, input: string): Promise<unknown> => {
    const args = { tool: 'shell_send_input', args: { processId, input } };
    const answer = await host.call({ tool: 'explain_call', args, caller });
    return answer.kind === 'result' && answer.ok ? answer.data.risk : answer;
  };
  const start = async (command: string, pty: boolean): Promise<unknown> =>
    (await approved.call('shell_start', { command, pty, successPattern: '>>> $|[$#] $' })).data.processId;
  const python = await start('python3 -q', true);
  expect(await risk(python, 'print(6 * 7)')).toBe('MEDIUM');
  expect(await risk(python, 'f() {')).toBe('MEDIUM');
  expect(await risk(python, 'open("x", "w")')).toBe('HIGH');
  expect(await risk(python, 'import os; os.system("rm -r /")')).toBe('CRITICAL');
  expect(await risk(python, '!rm -r x')).toBe('HIGH');
  expect(await risk(python, '%run x.py')).toBe('HIGH');
  await approved.call('shell_send_input', {
    processId: python,
    input: 'import os; os.execvp("sh", ["sh", "-i"])',
  });
  await expect.poll(() => risk(python, 'f() {'), POLL).toBe('CRITICAL');

  const nested = await start('bash --norc -i', true);
  expect(await risk(nested, 'f() {')).toBe('CRITICAL');
  await approved.call('shell_send_input', { processId: nested, input: 'python3 -q' });
  await expect.poll(() => risk(nested, 'print(1)'), POLL).toBe('MEDIUM');

  copyFileSync('/bin/bash', join(root, 'python3'));
  chmodSync(join(root, 'python3'), 0o755);
  const disguised = await start('./python3 --norc -i', true);
  expect(await risk(disguised, 'f() {')).toBe('CRITICAL');
  const piped = (await approved.call('shell_start', { command: 'python3 -c "input()"' })).data.processId;
  await expect.poll(() => risk(piped, 'print(1)'), POLL).toBe('MEDIUM');
});

test('what is typed is judged as a shell would read it, and pieces of it more carefully', async () => {
  const { host, caller } = await createShellHost();
  const riskOf = async (args: Data): Promise<string> => {
    const answer = await host.call({
      tool: 'explain_call',
      args: { tool: 'shell_send_input', args: { processId: 'x', ...args } },
      caller,
    });
    if (answer.kind !== 'result' || !answer.ok) throw new Error(JSON.stringify(answer));
    return String(answer.data.risk);
  };
  expect(await riskOf({ input: 'y' })).toBe('MEDIUM');
  expect(await riskOf({ input: '\u0003' })).toBe('MEDIUM');
  expect(await riskOf({ input: 'rm -', pressEnter: false })).toBe('HIGH');
  expect(await riskOf({ input: 'sudo reboot' })).toBe('CRITICAL');
});

test('a process is restarted as it was asked for, and not after it was stopped', async () => {
  const { approved, unasked, root } = await createShellHost();
  const { data } = await approved.call('shell_start', {
    command: 'echo once; sleep 0.6; exit 4',
    restart: 'on-failure',
  });
  const { processId } = data;
  const seen = await unasked.call('get_background_process_output', { processId, sinceSeq: 1, waitMs: 8000 });
  expect(textsOf(seen.data)).toEqual(['once']);
  expect((await unasked.call('list_background_processes', {})).data.processes).toMatchObject([
    { restarts: 1, cwd: root },
  ]);
  await approved.call('stop_background_process', { processId });
  expect((await unasked.call('list_background_processes', {})).data.processes).toMatchObject([
    { status: 'stopped' },
  ]);
});

test('processes belong to the agent that started them', async () => {
  const { approved, host, root } = await createShellHost();
  const { data } = await approved.call('shell_start', { command: 'sleep 30' });
  const other = { ...callerWith(host.config, 'stdio', { cwd: root }), principal: 'token:other' };
  const asOther = (tool: string, args: Data) => host.call({ tool, args, caller: other });
  expect(await asOther('list_background_processes', {})).toMatchObject({ data: { processes: [] } });
  expect(await asOther('get_background_process_output', { processId: data.processId })).toMatchObject({
    ok: false,
    error: { code: 'NOT_FOUND' },
  });
});

test('an agent that leaves takes its processes with it, but for those it meant to stay', async () => {
  const { approved, host, caller, unasked } = await createShellHost();
  const [mark, kept] = [`71.${process.pid}`, `72.${process.pid}`];
  await approved.call('shell_start', { command: `trap '' TERM; sleep ${mark}; sleep ${mark}` });
  const { data } = await approved.call('shell_start', {
    command: `echo kept; sleep ${kept}`,
    keepAlive: true,
  });
  host.endSession(caller.session);
  await expect.poll(() => processesOf(mark), { timeout: 5000 }).toEqual([]);
  expect(processesOf(kept).length).toBeGreaterThan(0);
  const { lines } = (await unasked.call('get_background_process_output', { processId: data.processId }))
    .data as unknown as Output;
  expect(lines.map(({ text }) => text)).toEqual(['kept']);
  await approved.call('stop_background_process', { processId: data.processId, force: true });
  expect(processesOf(kept)).toEqual([]);
});

test('only so many run at the same time', async () => {
  const { approved } = await createShellHost({ limits: { processes: 2 } });
  for (const seconds of [30, 31])
    expect((await approved.call('shell_start', { command: `sleep ${seconds}` })).ok).toBe(true);
  expect(await approved.call('shell_start', { command: 'sleep 32' })).toMatchObject({
    ok: false,
    code: 'RATE_LIMITED',
  });
});

test('Ctrl-C in a terminal reaches the program, which decides what to do', async () => {
  const { approved, unasked } = await createShellHost();
  const command = `trap 'echo caught' INT; echo up; while :; do sleep 0.1; done`;
  const { data } = await approved.call('shell_start', { command, pty: true, successPattern: 'up' });
  const { processId } = data;
  for (let presses = 1; presses <= 2; presses++) {
    await approved.call('shell_send_input', { processId, input: '\u0003', pressEnter: false });
    await expect
      .poll(async () => {
        const { data: seen } = await unasked.call('get_background_process_output', { processId });
        return [seen.status, textsOf(seen).filter((text) => text.endsWith('caught')).length];
      })
      .toEqual(['running', presses]);
  }
  expect(await approved.call('stop_background_process', { processId })).toMatchObject({ ok: true });
});

test('between two starts a process is starting, and takes no input that would be lost', async () => {
  const { approved, unasked } = await createShellHost();
  const { data } = await approved.call('shell_start', { command: 'echo up; exit 4', restart: 'on-failure' });
  const { processId } = data;
  const type = async () => (await approved.call('shell_send_input', { processId, input: 'y' })).code;
  await expect.poll(type, { timeout: 10_000 }).toBe('CONFLICT');
  const statuses = async () => {
    const { processes } = (await unasked.call('list_background_processes', {})).data;
    return (processes as Data[]).map(({ status }) => status);
  };
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(['starting']);
  await approved.call('stop_background_process', { processId });
  expect(await statuses()).toEqual(['stopped']);
});

test('a prompt without a line end says that a program is ready, too', async () => {
  const { approved } = await createShellHost();
  const command = 'printf "name> "; sleep 30';
  const args = { command, successPattern: '^name> $', readyTimeoutMs: 10_000 };
  expect(await approved.call('shell_start', args)).toMatchObject({
    ok: true,
    data: { status: 'running', initialOutput: 'name> ' },
  });
});

test('a start that is taken back leaves nothing running', async () => {
  const { approved, unasked } = await createShellHost();
  const mark = `73.${process.pid}`;
  const stop = new AbortController();
  const starting = approved.call(
    'shell_start',
    { command: `sleep ${mark}`, successPattern: 'never' },
    { signal: stop.signal },
  );
  await expect.poll(() => processesOf(mark).length, { timeout: 5000 }).toBeGreaterThan(0);
  stop.abort();
  expect(await starting).toMatchObject({ ok: false, code: 'CANCELLED' });
  await expect.poll(() => processesOf(mark), { timeout: 5000 }).toEqual([]);
  expect((await unasked.call('list_background_processes', {})).data.processes).toMatchObject([
    { status: 'stopped' },
  ]);
});

test('a terminal does not outlive the host, and that is said before anybody is asked', async () => {
  const { unasked } = await createShellHost();
  const args = { command: 'node', pty: true, keepAlive: true };
  expect(await unasked.call('shell_start', args)).toMatchObject({ code: 'VALIDATION' });
});

test('who may not open the directory of a process does not see it', async () => {
  const { approved, host, root } = await createShellHost();
  const { data } = await approved.call('shell_start', { command: 'echo of this project; sleep 60' });
  const { processId } = data;
  const from = (cwd: string) => {
    const caller = callerWith({ ...host.config, roots: [cwd] }, 'stdio', { cwd });
    return (tool: string, args: Data = {}) => host.call({ tool, args, caller });
  };
  const [elsewhere, here] = [from(temporaryDirectory()), from(root)];
  expect(await elsewhere('list_background_processes')).toMatchObject({ data: { processes: [] } });
  for (const tool of ['get_background_process_output', 'stop_background_process'])
    expect(JSON.stringify(await elsewhere(tool, { processId })), tool).toMatch(/NOT_FOUND|APPROVAL_PENDING/);
  expect(await elsewhere('get_background_process_output', { processId })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
  expect(await here('list_background_processes')).toMatchObject({ data: { processes: [{ processId }] } });
  expect(await here('get_background_process_output', { processId })).toMatchObject({ ok: true });
  await approved.call('stop_background_process', { processId });
});
