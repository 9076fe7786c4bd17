import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  Client,
  type ClientOptions,
  ProtocolError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { serveForFile } from '../support/http.ts';

const server = serveForFile();
const HELLO = { content: [{ type: 'text', text: 'Hello, Ann!' }] };

beforeAll(() => writeFileSync(join(server().root, 'note.txt'), 'remember\n'));

async function connect(options: ClientOptions, token = server().token): Promise<Client> {
  const client = new Client({ name: 'client-2.4', version: '1' }, options);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server().address}/mcp`), { requestInit }),
  );
  onTestFinished(() => client.close());
  return client;
}

const MODERN: ClientOptions = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
const VERSIONS: [string, ClientOptions][] = [
  ['2026-07-28', MODERN],
  ...['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'].map((version): [string, ClientOptions] => [
    version,
    { supportedProtocolVersions: [version] },
  ]),
];

describe.each(VERSIONS)('the client of today at %s', (version, options) => {
  test('agrees on the version and knows the server', async () => {
    const client = await connect(options);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'toolgate' });
    expect(client.getInstructions()).toContain('behind a gate');
  });

  test('lists and calls tools', async () => {
    const client = await connect(options);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['greet', 'read_file', 'get_diagnostics']),
    );
    expect(await client.callTool({ name: 'greet', arguments: { name: 'Ann' } })).toMatchObject(HELLO);
    const path = join(server().root, 'note.txt');
    const read = await client.callTool({ name: 'read_file', arguments: { path } });
    expect(read.structuredContent).toMatchObject({ content: 'remember\n' });
    const steps: unknown[] = [];
    await client.callTool(
      { name: 'test_tool_with_progress' },
      { onprogress: ({ progress }) => steps.push(progress) },
    );
    expect(steps).toEqual([0, 50, 100]);
  });

  test('gets what went wrong: in the tool as a result, in the request as an error', async () => {
    const client = await connect(options);
    expect(await client.callTool({ name: 'test_error_handling' })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('intentionally returns an error') }],
    });
    const outside = await client.callTool({ name: 'read_file', arguments: { path: '/etc/passwd' } });
    expect(outside).toMatchObject({ isError: true, _meta: { 'toolgate/error': { code: 'OUTSIDE_ROOT' } } });
    const unknown = client.callTool({ name: 'grett', arguments: { name: 'Ann' } });
    await expect(unknown).rejects.toThrow(
      new ProtocolError(-32602, 'There is no tool "grett". Did you mean "greet"?'),
    );
  });

  test('reads resources', async () => {
    const client = await connect(options);
    const { resources } = await client.listResources();
    const file = pathToFileURL(join(server().root, 'note.txt')).href;
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(['test://static-text', file]));
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('toolgate://audit/{seq}');
    expect((await client.readResource({ uri: file })).contents).toEqual([
      { uri: file, mimeType: 'text/plain', text: 'remember\n' },
    ]);
    const binary = await client.readResource({ uri: 'test://static-binary' });
    expect(binary.contents).toMatchObject([{ mimeType: 'image/png', blob: expect.any(String) }]);
    await expect(client.readResource({ uri: 'test://none' })).rejects.toMatchObject({ code: -32602 });
  });

  test('gets prompts and completes their arguments', async () => {
    const client = await connect(options);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['explain_failed_run', 'onboard_project', 'test_simple_prompt']),
    );
    const given = { name: 'test_prompt_with_arguments', arguments: { arg1: 'a', arg2: 'b' } };
    expect((await client.getPrompt(given)).messages).toEqual([
      { role: 'user', content: { type: 'text', text: "Prompt with arguments: arg1='a', arg2='b'" } },
    ]);
    await expect(client.getPrompt({ name: 'none' })).rejects.toMatchObject({ code: -32602 });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
      argument: { name: 'arg1', value: 'testV' },
    });
    expect(completion).toEqual({ values: ['testValue1', 'testValue2'], total: 2, hasMore: false });
  });

  test('asks its person, whatever the answer is', async () => {
    const client = await connect({ ...options, capabilities: { elicitation: {} } });
    const answers = [
      { action: 'accept' as const, content: { username: 'ann', email: 'a@b.c' } },
      { action: 'decline' as const },
    ];
    client.setRequestHandler('elicitation/create', () => answers.shift() ?? { action: 'cancel' });
    const say = async () =>
      (await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })).content;
    const heard = [await say(), await say(), await say()].flat();
    expect(heard.map((block) => (block.type === 'text' ? block.text : ''))).toEqual([
      'User response: action: accept, content: {"username":"ann","email":"a@b.c"}',
      'User response: action: decline, content: {}',
      'User response: action: cancel, content: {}',
    ]);
  });

  test('hears that the tools changed', async () => {
    const heard: unknown[] = [];
    const tools = { onChanged: (_: unknown, list: unknown) => void heard.push(list), debounceMs: 0 };
    const client = await connect({ ...options, listChanged: { tools } });
    // The client opens its stream after the handshake, in its own time; what is said before is not for it.
    const change = async () => void (await client.callTool({ name: 'test_trigger_tool_change' }));
    await expect
      .poll(() => change().then(() => heard[0]), { timeout: 10_000, interval: 100 })
      .toEqual(expect.arrayContaining([expect.objectContaining({ name: 'greet' })]));
  });
});

test('a client that can do both chooses the newest revision', async () => {
  const client = await connect({ versionNegotiation: { mode: 'auto' } });
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
});

test('a client with a wrong token learns that it is not authorized', async () => {
  for (const options of [MODERN, {}]) {
    const refused = connect(options, 'wrong');
    await expect(refused).rejects.toSatisfy(
      (error) => error instanceof UnauthorizedError || /401|token/i.test(String(error)),
    );
  }
});
