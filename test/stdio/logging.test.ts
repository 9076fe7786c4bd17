import { describe, expect, test } from 'vitest';
import { OLDER_AGENTS } from '../support/agents.ts';
import { modernMeta } from '../support/line-client.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const LINES = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
const TOOL = 'test_tool_with_logging';
const atLevel = (level: string) => ({ ...modernMeta(), 'io.modelcontextprotocol/logLevel': level });

test.each(OLDER_AGENTS)('$name gets log messages once it has set a level, $way', async ({ way, connect }) => {
  const heard: unknown[] = [];
  const { client, callTool } = await connect(way, { onLog: (data) => void heard.push(data) });
  await callTool(TOOL);
  expect(heard).toEqual([]);
  await client.setLoggingLevel('info');
  await callTool(TOOL);
  expect(heard).toEqual(LINES);
});

describe.each(WAYS)('log messages, %s', (way) => {
  test('a request of 2026-07-28 gets them if it names a level', async () => {
    const client = startStdio(way);
    await client.call(TOOL, {}, modernMeta());
    expect(client.received.filter(({ method }) => method !== undefined)).toEqual([]);
    await client.call(TOOL, {}, atLevel('debug'));
    const notices = await client.messages('notifications/message', 3);
    expect(notices.map(({ params }) => params)).toEqual(
      LINES.map((data) => ({ level: 'info', data, logger: 'toolgate' })),
    );
  });

  test('what lies below the level is not sent', async () => {
    const client = startStdio(way);
    await client.initialize();
    await client.request('logging/setLevel', { level: 'error' });
    await client.call(TOOL);
    await client.call(TOOL, {}, atLevel('error'));
    expect(client.received.filter(({ method }) => method !== undefined)).toEqual([]);
  });

  test('a level that does not exist is refused', async () => {
    const client = startStdio(way);
    await client.initialize();
    for (const params of [{ level: 'loud' }, { level: 5 }, {}])
      expect((await client.request('logging/setLevel', params)).error?.code, JSON.stringify(params)).toBe(
        -32602,
      );
    for (const method of ['tools/list', 'tools/call', 'prompts/list'])
      expect(
        (await client.request(method, { name: TOOL, arguments: {}, _meta: atLevel('loud') })).error,
      ).toEqual({
        code: -32602,
        message: expect.stringMatching(/logLevel" must be one of debug, info, /),
      });
  });
});
