import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/core/process/version.ts';
import { type LineClient, modernMeta } from '../support/line-client.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const SIGNATURE = {
  'io.modelcontextprotocol/serverInfo': { name: 'toolgate', title: 'Toolgate', version: VERSION },
};

const LISTS = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

const ask = async (
  client: LineClient,
  method: string,
  params: Record<string, unknown> = {},
  meta: Record<string, unknown> = {},
) => client.request(method, { ...params, _meta: { ...modernMeta(), ...meta } });

describe.each(WAYS)('2026-07-28, %s', (way) => {
  test('server/discover tells what the server is and can do', async () => {
    const { result } = await ask(startStdio(way), 'server/discover');
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
        extensions: {
          'io.modelcontextprotocol/tasks': {},
          'io.modelcontextprotocol/skills': { directoryRead: true },
        },
      },
      instructions: expect.stringContaining('Toolgate runs tools on this machine'),
      ttlMs: expect.any(Number),
      cacheScope: 'private',
      _meta: SIGNATURE,
    });
  });

  test('every result says what it is and who wrote it, and a list how long it may be kept', async () => {
    const client = startStdio(way);
    for (const [method, key] of Object.entries(LISTS)) {
      expect((await ask(client, method)).result, method).toEqual({
        resultType: 'complete',
        [key]: expect.any(Array),
        ttlMs: expect.any(Number),
        cacheScope: 'private',
        _meta: SIGNATURE,
      });
    }
    const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };
    const requests: [string, Record<string, unknown>][] = [
      ['tools/call', { name: 'greet', arguments: { name: 'Ada' } }],
      ['tools/call', { name: 'greet', arguments: {} }],
      ['prompts/get', { name: 'test_simple_prompt' }],
      ['resources/read', { uri: 'test://static-text' }],
      ['completion/complete', { ref, argument: { name: 'arg1', value: 'test' } }],
      ['skills/list', {}],
    ];
    for (const [method, params] of requests) {
      const { result } = await ask(client, method, params);
      expect(result, method).toMatchObject({ resultType: 'complete', _meta: SIGNATURE });
    }
  });

  test('another version is refused, also once the connection has served this one', async () => {
    const client = startStdio(way);
    const ofVersion = (method: string, version: unknown) =>
      ask(client, method, {}, { [VERSION_KEY]: version });
    const refusal = (version: unknown) => ({
      code: -32022,
      message: `Unsupported protocol version: ${version}`,
      data: { supported: ['2026-07-28'], requested: version },
    });
    expect((await ofVersion('tools/list', '2099-01-01')).error).toEqual(refusal('2099-01-01'));
    for (const method of ['tools/list', 'prompts/list']) {
      for (const version of ['2099-01-01', '2025-11-25', '', 5, null]) {
        expect((await ask(client, method)).result).toBeDefined();
        expect((await ofVersion(method, version)).error).toEqual(refusal(version));
      }
    }
    expect((await ask(client, 'server/discover')).result).toBeDefined();
  });

  test('a request without capabilities is refused, and so is what the revision removed', async () => {
    const client = startStdio(way);
    for (const method of ['server/discover', 'tools/list', 'prompts/list']) {
      expect((await client.request(method, { _meta: { [VERSION_KEY]: '2026-07-28' } })).error).toEqual({
        code: -32602,
        message: expect.stringContaining('io.modelcontextprotocol/clientCapabilities'),
      });
    }
    const codes: unknown[] = [];
    for (const method of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe'])
      codes.push((await ask(client, method, { level: 'info', uri: 'test://watched-resource' })).error?.code);
    expect(codes).toEqual([-32601, -32601, -32601, -32601]);
  });

  test('both eras are served on one connection, each in its own words', async () => {
    const client = startStdio(way);
    const older = { content: [{ type: 'text', text: 'Hello, Ada!' }] };
    const newer = { resultType: 'complete', ...older, _meta: SIGNATURE };
    expect(await client.call('greet', { name: 'Ada' }, modernMeta())).toEqual(newer);
    await client.initialize('2025-06-18');
    expect(await client.call('greet', { name: 'Ada' })).toEqual(older);
    expect(await client.call('greet', { name: 'Ada' }, modernMeta())).toEqual(newer);
    const prompt = { name: 'test_simple_prompt' };
    expect((await ask(client, 'prompts/get', prompt)).result?.resultType).toBe('complete');
    expect(Object.keys((await client.request('prompts/get', prompt)).result ?? {})).toEqual([
      'description',
      'messages',
    ]);
    expect((await client.request('ping')).result).toEqual({});
  });
});
