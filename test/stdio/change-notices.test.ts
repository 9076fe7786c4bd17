import { describe, expect, test } from 'vitest';
import { OLDER_AGENTS } from '../support/agents.ts';
import { modernMeta } from '../support/line-client.ts';
import { temporaryDirectory, until } from '../support/program.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const listen = (id: string, notifications: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'subscriptions/listen',
  params: { notifications, _meta: modernMeta() },
});

test.each(OLDER_AGENTS)('$name hears that the list of tools changed, $way', async ({ way, connect }) => {
  let heard = 0;
  const { callTool } = await connect(way, { onToolsChanged: () => void heard++ });
  await callTool('test_trigger_tool_change');
  await until('the notice', () => heard === 1);
});

describe.each(WAYS)('notices of changes, %s', (way) => {
  test('an older client hears of each change once, whatever it has asked for before', async () => {
    const client = startStdio(way);
    await client.initialize();
    await client.request('prompts/list');
    await client.call('test_trigger_tool_change');
    await client.call('test_trigger_prompt_change');
    expect(client.received.filter(({ method }) => method !== undefined)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' },
    ]);
  });

  test('a client of 2026-07-28 hears of what it listens for until it cancels', async () => {
    const client = startStdio(way);
    client.send(listen('tools', { toolsListChanged: true }));
    const [acknowledged] = await client.messages('notifications/subscriptions/acknowledged', 1);
    expect(acknowledged?.params).toEqual({
      notifications: { toolsListChanged: true },
      _meta: { [SUBSCRIPTION]: 'tools' },
    });
    await client.call('test_trigger_tool_change', {}, modernMeta());
    await client.call('test_trigger_prompt_change', {}, modernMeta());
    const [changed] = await client.messages('notifications/tools/list_changed', 1);
    expect(changed?.params).toEqual({ _meta: { [SUBSCRIPTION]: 'tools' } });

    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'tools' } });
    client.send(listen('prompts', { promptsListChanged: true }));
    await client.messages('notifications/subscriptions/acknowledged', 2);
    await client.call('test_trigger_tool_change', {}, modernMeta());
    await client.call('test_trigger_prompt_change', {}, modernMeta());
    await client.messages('notifications/prompts/list_changed', 1);
    const notices = client.received.filter(({ method }) => method?.endsWith('list_changed'));
    expect(notices.map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
    ]);
  });

  test('each subscription is told under its own id', async () => {
    const client = startStdio(way);
    client.send(listen('first', { toolsListChanged: true }));
    client.send(listen('second', { toolsListChanged: true }));
    await client.messages('notifications/subscriptions/acknowledged', 2);
    await client.call('test_trigger_tool_change', {}, modernMeta());
    const notices = await client.messages('notifications/tools/list_changed', 2);
    expect(notices.map(({ params }) => params)).toEqual([
      { _meta: { [SUBSCRIPTION]: 'first' } },
      { _meta: { [SUBSCRIPTION]: 'second' } },
    ]);
  });
});

test('a change that one connection makes reaches the others of the same host', async () => {
  const dataDir = temporaryDirectory();
  const [older, newer] = [startStdio('pipe', { dataDir }), startStdio('pipe', { dataDir })];
  await older.initialize();
  newer.send(listen('tools', { toolsListChanged: true }));
  await newer.messages('notifications/subscriptions/acknowledged', 1);
  await older.call('test_trigger_tool_change');
  await newer.messages('notifications/tools/list_changed', 1);
  await newer.call('test_trigger_tool_change', {}, modernMeta());
  await older.messages('notifications/tools/list_changed', 2);
});
