import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createToolgate, defineTool, type EventName } from 'toolgate';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { convertMoney } from '../../examples/custom-tool.ts';
import { ask } from '../support/http.ts';
import { runProgram } from '../support/run-program.ts';
import { makeToolgate } from '../support/toolgate.ts';

test('a call answers data, or what is wrong and what to do', async () => {
  const toolgate = await makeToolgate();
  writeFileSync(join(toolgate.root, 'a.txt'), 'text');
  expect(await toolgate.call('read_file', { path: 'a.txt' })).toMatchObject({
    ok: true,
    data: { content: 'text' },
    meta: { risk: 'SAFE' },
  });
  expect(await toolgate.call('read_file', { path: '/etc/passwd' })).toMatchObject({
    ok: false,
    data: null,
    error: { code: 'OUTSIDE_ROOT', retryable: false },
  });
  expect(await toolgate.call('nothing')).toMatchObject({ ok: false, error: { code: 'UNKNOWN_TOOL' } });
});

test('what a command printed is there although it failed', async () => {
  const toolgate = await makeToolgate();
  const failed = await toolgate.call('shell_execute', { command: 'echo out; echo err >&2; exit 3' });
  expect(failed).toMatchObject({
    ok: false,
    error: { code: 'EXEC_FAILED' },
    data: { exitCode: 3, stdout: 'out\n', stderr: 'err\n' },
  });
});

test('log is a level or a logger, and anything else is refused at once', async () => {
  const toolgate = await makeToolgate({ log: 'warn' });
  expect(await toolgate.call('list_directory', { path: '.' })).toMatchObject({ ok: true });
  const said: string[] = [];
  const keep = (message: string) => void said.push(message);
  const own = await makeToolgate({ log: { debug: keep, info: keep, warn: keep, error: keep } });
  expect(await own.call('list_directory', { path: '.' })).toMatchObject({ ok: true });
  expect(said).not.toEqual([]);
  // Sound: programs without types hand over anything.
  for (const log of ['loud', true, { info: keep }, null])
    await expect(makeToolgate({ log: log as 'warn' }), String(log)).rejects.toThrow(
      'createToolgate: "log" must be one of debug, info, warn, error, silent, or an object with the functions debug, info, warn, error.',
    );
});

test("the program's own approve is asked, and its reason reaches the agent", async () => {
  const asked: string[] = [];
  const toolgate = await makeToolgate({
    approve: ({ tool, args }) => {
      asked.push(`${tool} ${args.content}`);
      return args.content === 'good' || { verdict: 'deny', feedback: 'not that' };
    },
  });
  const path = join(toolgate.root, 'new.txt');
  expect(await toolgate.call('write_file', { path, content: 'bad' })).toMatchObject({
    ok: false,
    error: { code: 'PERMISSION_DENIED', message: expect.stringContaining('not that') },
  });
  expect(existsSync(path)).toBe(false);
  expect(await toolgate.call('write_file', { path, content: 'good' })).toMatchObject({ ok: true });
  expect(readFileSync(path, 'utf8')).toBe('good');
  expect(asked).toEqual(['write_file bad', 'write_file good']);
});

test('an approve that fails leaves the question open and ends no program', async () => {
  const lines: string[] = [];
  const log = (message: string) => void lines.push(message);
  const toolgate = await makeToolgate({
    approve: () => Promise.reject(new Error('broken')),
    log: { debug: log, info: log, warn: log, error: log },
  });
  const answer = await toolgate.call('write_file', { path: 'a', content: '' }, { waitMs: 0 });
  expect(answer).toMatchObject({ ok: false, error: { code: 'APPROVAL_PENDING' } });
  await expect.poll(() => lines, { timeout: 20_000 }).toContain('approve failed; the question stays open');
  expect(toolgate.approvals.list('pending')).toHaveLength(1);
});

test('a person at a terminal sees and answers the questions of a program', async () => {
  const toolgate = await makeToolgate();
  const answer = toolgate.call(
    'write_file',
    { path: 'a.txt', content: 'x' },
    { agent: 'my-app', waitMs: 60_000 },
  );
  const waiting = () => toolgate.approvals.list('pending')[0];
  await expect.poll(waiting, { timeout: 20_000 }).toMatchObject({ client: 'my-app' });
  const { code, stderr } = await runProgram([
    'approvals',
    'approve',
    waiting()?.id ?? '',
    '--data-dir',
    toolgate.dataDir,
  ]);
  expect([code, stderr]).toEqual([0, '']);
  expect(await answer).toMatchObject({ ok: true });
});

test('events tell what happens', async () => {
  const toolgate = await makeToolgate();
  const heard: EventName[] = [];
  const stop = toolgate.events.subscribe(['call.started', 'call.finished'], ({ name }) => heard.push(name));
  await toolgate.call('list_directory', { path: '.' });
  stop();
  await toolgate.call('list_directory', { path: '.' });
  expect(heard).toEqual(['call.started', 'call.finished']);
});

test('a tool of 15 lines has the gate, the record, MCP and the list of tools', async () => {
  const toolgate = await makeToolgate({ tools: [convertMoney], port: 0, auth: 'none' });
  expect(await toolgate.call('convert_money', { euros: 2, rate: 1.5 })).toMatchObject({
    data: { amount: 3 },
  });
  expect(await toolgate.call('convert_money', { euros: 'x', rate: 1 })).toMatchObject({
    error: { code: 'VALIDATION' },
  });
  const { address, close } = await toolgate.serve();
  const reply = await ask(
    { port: Number(new URL(address).port) },
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'convert_money',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'convert_money',
          arguments: { euros: 4, rate: 2 },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
            'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
          },
        },
      }),
    },
  );
  await close();
  expect(reply.text).toContain('"amount":8');
  const record = await toolgate.host.auditReader.query({ tool: 'convert_money', limit: 10 });
  expect(record.map(({ kind }) => kind).sort()).toEqual([
    'intent',
    'intent',
    'outcome',
    'outcome',
    'refusal',
  ]);
});

const erase = defineTool({
  name: 'erase_all',
  title: 'Erase all',
  description: 'Erase everything.',
  input: z.strictObject({}),
  output: z.strictObject({}),
  effects: ['delete'],
  risk: 'HIGH',
  run: () => {
    throw new Error('It ran');
  },
});

test("a tool of one's own obeys risk, permissions and mode", async () => {
  const asks = await makeToolgate({ tools: [erase] });
  expect(await asks.call('erase_all', {}, { waitMs: 0 })).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  const blocks = await makeToolgate({ tools: [erase], toolPermissions: { erase_all: 'blocked' } });
  expect(await blocks.call('erase_all')).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  const reads = await makeToolgate({ tools: [erase], mode: 'read_only' });
  expect(reads.tools.map(({ name }) => name)).not.toContain('erase_all');
  const open = await makeToolgate({ tools: [erase], approve: () => true });
  expect(await open.call('erase_all')).toMatchObject({ error: { code: 'INTERNAL', message: 'It ran' } });
});

test('what is wrong with the options is said', async () => {
  await expect(createToolgate({ port: -1 })).rejects.toThrow('createToolgate: "port"');
  await expect(makeToolgate({ toolPermissions: { read_fil: 'allowed' } })).rejects.toThrow('read_fil');
  const { dataDir } = await makeToolgate();
  await expect(createToolgate({ dataDir })).rejects.toThrow('is in use by toolgate in-process');
});

test('a call can be cancelled', async () => {
  const toolgate = await makeToolgate();
  const stop = new AbortController();
  const answer = toolgate.call('shell_execute', { command: 'sleep 60' }, { signal: stop.signal });
  await expect.poll(() => toolgate.host.inFlight, { timeout: 20_000 }).toBe(1);
  stop.abort();
  expect(await answer).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
});

test('a call of a workflow that is cancelled ends its run', async () => {
  const toolgate = await makeToolgate({ mode: 'full_access' });
  const steps = [{ command: 'sleep 60' }];
  const created = await toolgate.call('create_workflow', { name: 'Sleep', steps });
  const { workflowId } = created.data as { workflowId: string };
  const stop = new AbortController();
  const runs = async () =>
    ((await toolgate.call('list_action_executions')).data as { executions: { status: string }[] }).executions;
  const answer = toolgate.call('run_workflow', { workflowId }, { signal: stop.signal });
  await expect.poll(async () => (await runs()).map(({ status }) => status)).toEqual(['running']);
  stop.abort(new Error('enough'));
  await answer;
  expect(await runs()).toMatchObject([{ status: 'cancelled' }]);
});

test('a call after the end says that it is over', async () => {
  const toolgate = await makeToolgate();
  await toolgate.close();
  expect(await toolgate.call('file_exists', { path: 'a.txt' })).toMatchObject({
    ok: false,
    data: null,
    error: {
      code: 'UNAVAILABLE',
      message: 'This Toolgate is closed',
      hint: 'Make another one with createToolgate.',
    },
  });
});
