import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modernMeta } from '../support/line-client.ts';
import { temporaryDirectory } from '../support/program.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

describe.each(WAYS)('calls that cannot be made, %s', (way) => {
  test('an unknown tool is a protocol error that names the nearest one', async () => {
    const client = startStdio(way);
    await client.initialize();
    const codeAndWords = async (name: unknown) => {
      const { error } = await client.request('tools/call', { name, arguments: {} });
      return [error?.code, error?.message];
    };
    expect(await codeAndWords('gret')).toEqual([-32602, 'There is no tool "gret". Did you mean "greet"?']);
    const none = (name: string) => [-32602, `There is no tool "${name}". tools/list shows them.`];
    expect(await codeAndWords('quite_unlike_any_other')).toEqual(none('quite_unlike_any_other'));
    expect(await codeAndWords('__proto__')).toEqual(none('__proto__'));
    expect(await codeAndWords('')).toEqual(none(''));
    expect(await client.call('greet', { name: 'Ada' })).toBeDefined();
  });

  test('how long a client calls a tool or a request fills no disk', async () => {
    const dataDir = temporaryDirectory();
    const client = startStdio(way, { dataDir });
    await client.initialize();
    const name = 'long_'.repeat(200_000);
    for (let i = 0; i < 3; i++) {
      const { error } = await client.request('tools/call', { name, arguments: {} });
      expect(error?.message).toMatch(/^There is no tool "(long_){4}.{0,400}$/);
    }
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(4000));
    for (const id of ids) {
      client.send({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'greet', arguments: { name: 'Ada' } },
      });
      expect(await client.answer(id)).toMatchObject({ id, result: { content: [{ type: 'text' }] } });
    }
    const beyond = {
      jsonrpc: '2.0',
      id: 'd'.repeat(1_000_000),
      method: 'tools/call',
      params: { name: 'greet' },
    };
    client.send(beyond);
    expect(await client.answer(null)).toMatchObject({ error: { code: -32600 } });
    const bytes = readdirSync(dataDir)
      .map((file) => statSync(join(dataDir, file)).size)
      .reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(1_500_000);
  });

  test('a call that has not the shape of one is a protocol error', async () => {
    const client = startStdio(way);
    await client.initialize();
    const shapes = [
      {},
      { arguments: {} },
      { name: 5 },
      { name: ['greet'] },
      { name: 'greet', arguments: [] },
      { name: 'greet', arguments: 'Ada' },
      { name: 'greet', arguments: 5 },
      { name: 'greet', arguments: null },
    ];
    const codes = [];
    for (const params of shapes)
      codes.push([params, (await client.request('tools/call', params)).error?.code]);
    expect(codes).toEqual(shapes.map((params) => [params, -32602]));
    const withoutArguments = await client.request('tools/call', { name: 'test_simple_text' });
    expect(withoutArguments.result).toMatchObject({ content: [{ type: 'text' }] });
  });

  test('a call without a name is told so, and is in the record', async () => {
    const client = startStdio(way);
    await client.initialize();
    const words = async (params: Record<string, unknown>) =>
      (await client.request('tools/call', params)).error?.message;
    expect(await words({ arguments: {} })).toBe('The call names no tool: "name" is missing');
    expect(await words({ name: ['greet'] })).toBe('The call names no tool: "name" must be a string');
    const { structuredContent } = await client.call('query_audit', { failed: true });
    expect(structuredContent).toMatchObject({
      entries: [
        { kind: 'refusal', body: { tool: '["greet"]', code: 'VALIDATION' } },
        {
          kind: 'refusal',
          body: { tool: '', code: 'VALIDATION', message: expect.stringMatching(/missing$/) },
        },
      ],
    });
  });

  test('wrong arguments are a result the model can read, with the field named', async () => {
    const client = startStdio(way);
    await client.initialize();
    const cases: [Record<string, unknown>, string][] = [
      [{}, 'greet: "name" is required'],
      [{ name: 5 }, 'greet: "name" is 5'],
      [{ name: null }, 'greet: "name" is null'],
      [{ name: 'Ada', nme: 'x' }, 'greet: there is no "nme", did you mean "name"?'],
      [{ name: 'Ada', colour: 'red' }, 'greet: there is no "colour"'],
      [{ name: 'Ada', constructor: 1 }, 'greet: there is no "constructor"'],
      [JSON.parse('{"name":"Ada","__proto__":1}'), 'greet: there is no "__proto__"'],
    ];
    for (const [args, words] of cases) {
      for (const meta of [undefined, modernMeta()]) {
        expect(await client.call('greet', args, meta), JSON.stringify(args)).toMatchObject({
          isError: true,
          content: [{ type: 'text', text: expect.stringContaining(`VALIDATION: ${words}`) }],
          _meta: { 'toolgate/error': { code: 'VALIDATION', message: expect.stringContaining(words) } },
        });
      }
    }
    expect(await client.call('greet', { name: 'Ada' })).toEqual({
      content: [{ type: 'text', text: 'Hello, Ada!' }],
    });
  });

  test('every call that could not be made is in the record', async () => {
    const client = startStdio(way);
    await client.initialize();
    await client.request('tools/call', { name: 'no_such_tool' });
    await client.call('greet');
    const { structuredContent } = await client.call('query_audit', { failed: true });
    expect(structuredContent).toMatchObject({
      entries: [
        { kind: 'refusal', body: { tool: 'greet', code: 'VALIDATION', client: 'line-client' } },
        { kind: 'refusal', body: { tool: 'no_such_tool', code: 'UNKNOWN_TOOL', client: 'line-client' } },
      ],
    });
  });
});
