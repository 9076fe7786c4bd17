import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { ask, serveForFile } from '../support/http.ts';

const server = serveForFile();

async function connect(options: ClientOptions = {}, token = server().token) {
  const client = new Client({ name: 'sdk-1.32', version: '1' }, options);
  const transport = new StreamableHTTPClientTransport(new URL(`${server().address}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  // Sound: its own class for its own interface; only `| undefined` of an optional field differs.
  await client.connect(transport as Transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

const textOf = (result: object): unknown => (result as { content?: { text?: unknown }[] }).content?.[0]?.text;

test('it lists and calls tools, and gets errors where they belong', async () => {
  const { client, transport } = await connect();
  expect(transport.protocolVersion).toBe('2025-11-25');
  expect(client.getServerVersion()).toMatchObject({ name: 'toolgate' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['greet', 'read_file']));
  expect(textOf(await client.callTool({ name: 'greet', arguments: { name: 'Ann' } }))).toBe('Hello, Ann!');
  expect(await client.callTool({ name: 'greet', arguments: { nam: 'Ann' } })).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining('did you mean "name"?') }],
  });
  await expect(client.callTool({ name: 'grett' })).rejects.toMatchObject({ code: -32602 });
  await expect(client.request({ method: 'no/such' } as never, ElicitRequestSchema)).rejects.toMatchObject({
    code: -32601,
  });
});

test('it gets images, sounds and resources as they are', async () => {
  const { client } = await connect();
  const { content } = await client.callTool({ name: 'test_multiple_content_types' });
  expect(content).toMatchObject([
    { type: 'text' },
    { type: 'image', mimeType: 'image/png' },
    { type: 'resource' },
  ]);
  expect(await client.callTool({ name: 'test_audio_content' })).toMatchObject({
    content: [{ type: 'audio', mimeType: 'audio/wav' }],
  });
});

test('it reads resources, gets prompts and completes arguments', async () => {
  const { client } = await connect();
  writeFileSync(join(server().root, 'note.txt'), 'remember\n');
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(expect.arrayContaining(['static-text', 'note.txt']));
  const { contents } = await client.readResource({ uri: 'test://template/42/data' });
  expect(contents).toEqual([
    {
      uri: 'test://template/42/data',
      mimeType: 'application/json',
      text: '{"id":"42","templateTest":true,"data":"Data for ID: 42"}',
    },
  ]);
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/outside the directories/);
  const { messages } = await client.getPrompt({ name: 'test_simple_prompt' });
  expect(messages).toMatchObject([
    { role: 'user', content: { text: 'This is a simple prompt for testing.' } },
  ]);
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
    argument: { name: 'arg1', value: 'testValue2' },
  });
  expect(completion.values).toEqual(['testValue2']);
});

test('its person answers, declines, or is not there', async () => {
  const { client } = await connect({ capabilities: { elicitation: {} } });
  const answers = [
    { action: 'accept' as const, content: { username: 'ann', email: 'a@b.c' } },
    { action: 'decline' as const },
  ];
  const asked: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return answers.shift() ?? { action: 'cancel' };
  });
  const say = async () =>
    textOf(await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } }));
  expect([await say(), await say(), await say()]).toEqual([
    'User response: action: accept, content: {"username":"ann","email":"a@b.c"}',
    'User response: action: decline, content: {}',
    'User response: action: cancel, content: {}',
  ]);
  expect(asked).toEqual(['Who?', 'Who?', 'Who?']);
});

test('a question to a client without a person fails, and the next call works', async () => {
  const { client } = await connect();
  const unasked = await client
    .callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })
    .catch((error: unknown) => ({ isError: true, error }));
  expect(unasked.isError).toBe(true);
  expect(textOf(await client.callTool({ name: 'greet', arguments: { name: 'Ann' } }))).toBe('Hello, Ann!');
});

test('it gets progress and hears of changes', async () => {
  const { client } = await connect();
  const steps: number[] = [];
  const onprogress = ({ progress }: { progress: number }) => steps.push(progress);
  await client.callTool({ name: 'test_tool_with_progress' }, undefined, { onprogress });
  expect(steps).toEqual([0, 50, 100]);
  const heard: string[] = [];
  client.setNotificationHandler(ToolListChangedNotificationSchema, ({ method }) => void heard.push(method));
  // The client opens its stream after the handshake, in its own time; what is said before is not for it.
  const change = async () => void (await client.callTool({ name: 'test_trigger_tool_change' }));
  await expect
    .poll(() => change().then(() => heard[0]), { timeout: 10_000, interval: 100 })
    .toBe('notifications/tools/list_changed');
});

test('it comes back for an answer whose stream was dropped', async () => {
  const { client } = await connect();
  expect(textOf(await client.callTool({ name: 'test_reconnection' }))).toBe(
    'Answered after the stream was closed',
  );
});

test('it cancels a call', async () => {
  const { client } = await connect();
  const stop = new AbortController();
  const call = client.callTool({ name: 'slow_compute', arguments: { seconds: 60 } }, undefined, {
    signal: stop.signal,
  });
  const running = async () => (await ask(server(), { path: '/health' })).json;
  await expect.poll(running, { timeout: 5000 }).toMatchObject({ inFlight: 1 });
  stop.abort('enough');
  await expect(call).rejects.toThrow(/enough/);
  await expect.poll(running, { timeout: 5000 }).toMatchObject({ inFlight: 0 });
});

test('it ends its session, which is then gone', async () => {
  const { client, transport } = await connect();
  const id = String(transport.sessionId);
  await transport.terminateSession();
  await client.close();
  const headers = {
    authorization: `Bearer ${server().token}`,
    'mcp-session-id': id,
    accept: 'text/event-stream',
  };
  expect((await ask(server(), { headers })).status).toBe(404);
});

test('with a wrong token it does not connect', async () => {
  await expect(connect({}, 'wrong')).rejects.toThrow(/unknown, expired or revoked|Unauthorized/);
});
