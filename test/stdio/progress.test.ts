import { describe, expect, test } from 'vitest';
import { AGENTS } from '../support/agents.ts';
import { modernMeta } from '../support/line-client.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const STEPS = [0, 50, 100].map((progress) => ({ progress, total: 100 }));

test.each(AGENTS)('$name hears of every step, $way', async ({ way, connect }) => {
  const steps: object[] = [];
  const { callTool } = await connect(way);
  await callTool('test_tool_with_progress', {}, { onprogress: (step) => void steps.push(step) });
  expect(steps).toEqual(STEPS);
});

describe.each(WAYS)('progress, %s', (way) => {
  test('notices carry the token of their call and come before its result', async () => {
    const client = startStdio(way);
    await client.initialize();
    const params = { name: 'test_tool_with_progress', arguments: {} };
    const older = { ...params, _meta: { progressToken: 'older' } };
    const newer = { ...params, _meta: { ...modernMeta(), progressToken: 0 } };
    client.send({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: older });
    client.send({ jsonrpc: '2.0', id: 'b', method: 'tools/call', params: newer });
    const results = { older: await client.answer('a'), 0: await client.answer('b') };
    const notices = await client.messages('notifications/progress', 6);
    for (const [token, result] of Object.entries(results)) {
      const own = notices.filter(({ params: notice }) => String(notice?.progressToken) === token);
      expect(own.map(({ params: notice }) => notice)).toEqual(
        STEPS.map((step) => ({ progressToken: token === '0' ? 0 : token, ...step })),
      );
      const last = own.at(-1);
      expect(last && client.received.indexOf(last)).toBeLessThan(client.received.indexOf(result));
    }
  });

  test('nothing is sent to a client that gave no token', async () => {
    const client = startStdio(way);
    await client.initialize();
    await client.call('test_tool_with_progress');
    await client.call('test_tool_with_progress', {}, modernMeta());
    expect(client.received.filter(({ method }) => method !== undefined)).toEqual([]);
  });

  test('a token that is not a string or integer is refused in both eras', async () => {
    const client = startStdio(way);
    await client.initialize();
    const params = { name: 'test_tool_with_progress', arguments: {} };
    for (const method of ['tools/call', 'tools/list', 'ping', 'resources/list'])
      for (const progressToken of [{ a: 1 }, null, true, [], 1.5])
        for (const meta of method === 'ping' ? [{}] : [{}, modernMeta()]) {
          const { error } = await client.request(method, { ...params, _meta: { ...meta, progressToken } });
          expect(error).toEqual({
            code: -32602,
            message: `Invalid params of ${method}: "progressToken" must be a string or an integer`,
          });
        }
    expect(client.received.filter(({ method }) => method !== undefined)).toEqual([]);
  });
});
