import { describe, expect, test } from 'vitest';
import { modernMeta } from '../support/line-client.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const invalid = (id: string | number | null, words: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32600, message: expect.stringContaining(words) },
});
const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });

// `answersTo` sends a valid request behind the message and waits for its answer: each case shows that, too.
describe.each(WAYS)('messages that are no valid request, %s', (way) => {
  test('each is answered with what is wrong, under its id exactly as it was', async () => {
    const client = startStdio(way);
    await client.initialize();
    const cases: [object, object][] = [
      [{ id: 1, method: 'ping' }, invalid(1, '"jsonrpc" must be "2.0"')],
      [{ jsonrpc: '1.0', id: 1, method: 'ping' }, invalid(1, '"jsonrpc" must be "2.0"')],
      [{}, invalid(null, '"jsonrpc" must be "2.0"')],
      [ping(null), invalid(null, '"id" must be')],
      [ping({}), invalid(null, '"id" must be')],
      [ping([1]), invalid(null, '"id" must be')],
      [ping(true), invalid(null, '"id" must be')],
      [{ jsonrpc: '2.0', id: 1 }, invalid(1, '"method" must be')],
      [{ jsonrpc: '2.0', id: 1, method: 5 }, invalid(1, '"method" must be')],
      [{ ...ping(1), params: [] }, invalid(1, '"params" must be')],
      [{ ...ping(1), params: 'text' }, invalid(1, '"params" must be')],
      [{ ...ping(1), params: null }, invalid(1, '"params" must be')],
    ];
    for (const [message, answer] of cases)
      expect(await client.answersTo(message), JSON.stringify(message)).toEqual([answer]);
    for (const id of ['', 'ü"\\\n', 0, -1, 1.5, Number.MAX_SAFE_INTEGER, 'x'.repeat(2000)])
      expect(await client.answersTo(ping(id))).toEqual([{ jsonrpc: '2.0', id, result: {} }]);
  });

  test('a batch is refused, except in the one revision that has them', async () => {
    const client = startStdio(way);
    const batch = [ping('a'), { jsonrpc: '2.0', method: 'notifications/none' }, ping('b')];
    for (const revision of ['2025-11-25', '2025-06-18', '2024-11-05']) {
      await client.initialize(revision);
      for (const line of [batch, []])
        expect(await client.answersTo(line), revision).toEqual([invalid(null, 'batches')]);
    }
    await client.initialize('2025-03-26');
    expect(await client.answersTo([])).toEqual([invalid(null, 'batches')]);
    const answers = ['a', 'b'].map((id) => ({ jsonrpc: '2.0', id, result: {} }));
    expect(await client.answersTo(batch)).toEqual(answers);
    expect(await client.answersTo([5, ping('a')])).toHaveLength(2);
  });

  test('an id that is in use is refused, and its first request goes on', async () => {
    const client = startStdio(way);
    await client.initialize('2025-11-25', { elicitation: {} });
    const params = { name: 'test_elicitation', arguments: { message: 'Who?' } };
    client.send({ jsonrpc: '2.0', id: 'own', method: 'tools/call', params });
    const [question] = await client.messages('elicitation/create', 1);
    expect(await client.answersTo(ping('own'))).toEqual([invalid('own', 'the id "own" is in use')]);
    client.send({ jsonrpc: '2.0', id: question?.id, result: { action: 'cancel' } });
    const answers = () => client.received.filter(({ id }) => id === 'own');
    await client.call('greet', { name: 'Ada' });
    expect(answers()).toEqual([
      invalid('own', 'in use'),
      { jsonrpc: '2.0', id: 'own', result: expect.objectContaining({ content: expect.any(Array) }) },
    ]);
    expect(await client.answersTo(ping('own'))).toHaveLength(1);
  });

  test('an unknown method is not found, an unknown notification or response is passed over', async () => {
    const client = startStdio(way);
    await client.initialize();
    await client.request('prompts/list');
    const messages = [
      { jsonrpc: '2.0', id: 99, result: {} },
      { jsonrpc: '2.0', id: 'toolgate-1', error: { code: 1, message: 'No' } },
      { jsonrpc: '2.0', id: 98, error: 5 },
      { jsonrpc: '2.0', method: 'notifications/none' },
      { jsonrpc: '2.0', method: 'notifications/none', params: { _meta: modernMeta() } },
      { jsonrpc: '2.0', method: 'tools/list' },
      { jsonrpc: '2.0', method: 'notifications/cancelled' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: {} } },
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
    ];
    expect(await client.answersTo(...messages)).toEqual([]);
    for (const method of ['tools/none', '', '__proto__', 'toString', 'admin/status', 'notifications/none']) {
      expect((await client.request(method)).error?.code, method).toBe(-32601);
      expect((await client.request(method, { _meta: modernMeta() })).error?.code, method).toBe(-32601);
    }
    const from = client.received.length;
    await client.request('prompts/list');
    expect(client.received.slice(from)).toHaveLength(1);
  });

  test('parameters of the wrong shape are answered as such by every method', async () => {
    const client = startStdio(way);
    await client.initialize();
    const methods = ['resources/read', 'prompts/get', 'completion/complete', 'resources/subscribe'];
    const codes: [string, number | undefined][] = [];
    for (const method of methods) codes.push([method, (await client.request(method, {})).error?.code]);
    expect(codes).toEqual(methods.map((method) => [method, -32602]));
    expect((await client.request('tools/list', { cursor: 'none' })).error?.code).toBe(-32602);
    expect((await client.request('resources/subscribe', { uri: 'foo://bar' })).error?.code).toBe(-32602);
    expect((await client.request('prompts/list')).result).toBeDefined();
  });
});
