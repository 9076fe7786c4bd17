import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readAudit } from '../support/audit-file.ts';
import { makeHome } from '../support/home.ts';
import { startServe } from '../support/http.ts';
import { BIN, temporaryDirectory } from '../support/program.ts';
import { stdioArgs, WAYS, type Way } from '../support/stdio.ts';

interface Result {
  readonly content: readonly { readonly text?: string }[];
  readonly isError?: boolean;
}

interface Choice {
  readonly packs?: string;
  readonly mode?: string;
  readonly profile?: string;
  readonly decision?: string;
}

const PACKS = 'filesystem,git,shell,ci,processes,gate';
const LEAN = ['--profile', 'lean'];
/** o200k, the counter of bench/model-tokens.ts, makes 1,726 tokens of 7,696 characters. */
const MOST_CHARACTERS = 8000;

test('toolgate tools lists what a lean client is shown', async () => {
  const { client } = await connect('pipe', { packs: 'filesystem,git' });
  const shown = (await client.listTools()).tools.map(({ name }) => name);
  const { stdout } = await makeHome().run(['tools', ...LEAN, '--pack', 'filesystem,git']);
  const listed = [...stdout.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(shown.sort());
});

/** A real client on the lean profile; `decision` is what its user says when asked. */
async function connect(way: Way, choice: Choice = {}) {
  const { packs = PACKS, decision = 'once', mode = 'execute_with_confirm', profile = 'lean' } = choice;
  const root = temporaryDirectory();
  const dataDir = temporaryDirectory();
  writeFileSync(join(root, 'hello.txt'), 'hello lean\n');
  const questions: string[] = [];
  const client = new Client(
    { name: 'lean-test', version: '1' },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message);
    return { action: 'accept', content: { decision } };
  });
  const args = [
    BIN,
    ...stdioArgs(way, { root, dataDir, packs, args: ['--mode', mode, '--profile', profile] }),
  ];
  const env = {
    ...(process.env as Record<string, string>),
    TOOLGATE_IDLE_EXIT_MS: '1000',
    TOOLGATE_APPROVALS_WAIT_MS: '100',
    TOOLGATE_TOOL_PERMISSIONS: '{"write_file":"confirm"}',
  };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: root, stderr: 'ignore' }),
  );
  onTestFinished(() => client.close());
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content, isError } = (await client.callTool({ name, arguments: given })) as Result;
    return { text: content.map(({ text }) => text).join('\n'), isError: isError === true };
  };
  const callTool = (name: string, given?: unknown) => call('call_tool', { name, arguments: given });
  return { client, root, dataDir, questions, call, callTool };
}

const toolsIn = (dataDir: string) => readAudit(dataDir).flatMap(({ body }) => body.tool ?? []);

describe.each(WAYS)('the lean profile over stdio, %s', (way) => {
  test('lists a dozen tools and the two that reach the others, in few tokens', async () => {
    const { client } = await connect(way);
    const listed = await client.listTools();
    const names = listed.tools.map(({ name }) => name);
    expect(names).toHaveLength(14);
    expect(names).toEqual(expect.arrayContaining(['read_file', 'shell_execute', 'find_tools', 'call_tool']));
    expect(JSON.stringify({ tools: listed.tools }).length).toBeLessThan(MOST_CHARACTERS);
  });

  test('finds a tool and calls it', async () => {
    const { call, callTool } = await connect(way);
    const found = await call('find_tools', { query: 'how big is this file' });
    expect(found.text).toContain('get_file_info(path: string)');
    expect((await callTool('get_file_info', { path: 'hello.txt' })).text).toContain('11');
    expect(await callTool('read_file', { path: 'hello.txt' })).toMatchObject({
      text: expect.stringContaining('hello lean'),
      isError: false,
    });
  });

  test.each(['once', 'deny'])('asks as the named tool does, and "%s" counts', async (decision) => {
    const { root, dataDir, questions, call, callTool } = await connect(way, { decision });
    const direct = await call('write_file', { path: 'a.txt', content: 'one\n' });
    const named = await callTool('write_file', { path: 'b.txt', content: 'one\n' });
    expect(questions).toHaveLength(2);
    const [first, second] = questions.map((text) =>
      text.replace(/Approval \S+/, '').replaceAll('b.txt', 'a.txt'),
    );
    expect(second).toBe(first);
    expect(first).toContain('write_file, risk MEDIUM');
    expect(named.isError).toBe(direct.isError);
    expect(existsSync(join(root, 'b.txt'))).toBe(decision === 'once');
    expect(toolsIn(dataDir)).toContain('write_file');
    expect(toolsIn(dataDir)).not.toContain('call_tool');
  });
});

test('a tool of a pack that is off is neither found nor called', async () => {
  const { root, call, callTool } = await connect('in-process', { packs: 'filesystem' });
  const command = { command: 'touch ran' };
  expect(await callTool('shell_execute', command)).toMatchObject({
    isError: true,
    text: expect.stringMatching(/UNKNOWN_TOOL.*\n.*pack shell/),
  });
  expect(existsSync(join(root, 'ran'))).toBe(false);
  expect((await call('find_tools', { query: 'run a bash command' })).text).not.toContain('shell_execute');
});

test('call_tool calls neither itself nor find_tools, and says what is wrong with a call', async () => {
  const { dataDir, call, callTool } = await connect('in-process');
  const inner = { name: 'read_file', arguments: { path: 'hello.txt' } };
  for (const name of ['call_tool', 'find_tools']) {
    const answer = await callTool(name, inner);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(`cannot call ${name}`) });
  }
  expect(toolsIn(dataDir)).not.toContain('read_file');
  expect((await call('call_tool', {})).text).toContain('name is missing');
  expect((await call('call_tool', { name: 'read_file', path: 'a' })).text).toContain('go into arguments');
  expect((await call('find_tools', {})).text).toContain('query is missing');
  expect((await callTool('git_blam', {})).text).toContain('git_blame');
  expect((await callTool('read_file', {})).text).toContain('VALIDATION');
});

test('in read_only mode a write through call_tool does not happen, and no writing tool is found', async () => {
  const { root, call, callTool, client } = await connect('in-process', { mode: 'read_only' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('write_file');
  const direct = await call('write_file', { path: 'new.txt', content: 'a' });
  const named = await callTool('write_file', { path: 'new.txt', content: 'a' });
  expect(named).toEqual(direct);
  expect(named.isError).toBe(true);
  expect(existsSync(join(root, 'new.txt'))).toBe(false);
  expect((await call('find_tools', { query: 'write content to a file' })).text).not.toMatch(/^write_file\(/m);
});

test.each([{}, { versionNegotiation: { mode: { pin: '2026-07-28' } } }] as const)(
  'serve offers the lean profile too, to a client with %o',
  async (options) => {
    const server = await startServe({ args: LEAN });
    writeFileSync(join(server.root, 'hello.txt'), 'hello lean\n');
    const client = new Client({ name: 'lean-test', version: '1' }, options);
    const headers = { authorization: `Bearer ${server.token}` };
    const url = new URL(`${server.address}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    onTestFinished(() => client.close());
    const listed = await client.listTools();
    expect(listed.tools).toHaveLength(14);
    const read = { name: 'get_file_info', arguments: { path: join(server.root, 'hello.txt') } };
    const answer = (await client.callTool({ name: 'call_tool', arguments: read })) as Result;
    expect(answer).not.toHaveProperty('isError', true);
    expect(toolsIn(server.dataDir)).toContain('get_file_info');
    expect(toolsIn(server.dataDir)).not.toContain('call_tool');
  },
);

test('without the lean profile there is no call_tool', async () => {
  const { client, callTool } = await connect('in-process', { profile: 'full' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('call_tool');
  await expect(callTool('read_file', { path: 'hello.txt' })).rejects.toThrow('There is no tool "call_tool"');
});
