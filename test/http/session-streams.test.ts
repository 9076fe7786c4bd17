import { expect, test } from 'vitest';
import { serveForFile } from '../support/http.ts';
import { openSession, type Session } from '../support/mcp-http.ts';

const server = serveForFile();
const call = (session: Session, name: string) => session.request('tools/call', { name, arguments: {} });
const isToolChange = ({ method }: { method?: string }) => method === 'notifications/tools/list_changed';

test('every session with an open stream hears that a list changed', async () => {
  const [first, second] = await Promise.all([openSession(server()), openSession(server())]);
  const streams = await Promise.all([first.listen(), second.listen()]);
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  await call(first, 'test_trigger_tool_change');
  await call(second, 'test_trigger_prompt_change');
  for (const stream of streams) {
    await stream.message('the change of the tools', isToolChange);
    await stream.message(
      'the change of the prompts',
      ({ method }) => method === 'notifications/prompts/list_changed',
    );
    stream.close();
  }
});

test('a session has one stream of its own at a time', async () => {
  const session = await openSession(server());
  const stream = await session.listen();
  expect((await session.listen()).status).toBe(409);
  stream.close();
});

test('deleting the session ends its stream', async () => {
  const session = await openSession(server());
  const stream = await session.listen();
  await session.end();
  await stream.ended;
});

test('what was said while the stream was broken is said again to who comes back', async () => {
  const session = await openSession(server());
  const stream = await session.listen();
  await call(session, 'test_trigger_tool_change');
  await stream.message('the first change', isToolChange);
  const last = stream.events().findLast(({ message }) => message !== undefined)?.id;
  stream.close();
  await stream.ended;
  await call(session, 'test_trigger_prompt_change');
  const resumed = await session.listen(last);
  expect(resumed.status).toBe(200);
  await resumed.message('the missed one', ({ method }) => method === 'notifications/prompts/list_changed');
  const heard = resumed.events().flatMap(({ message }) => message?.method ?? []);
  expect(heard).toEqual(['notifications/prompts/list_changed']);
  resumed.close();
});

test('an answer whose stream was dropped waits for the client to come back', async () => {
  const session = await openSession(server());
  const dropped = await call(session, 'test_reconnection');
  expect({ status: dropped.status, messages: dropped.messages }).toEqual({ status: 200, messages: [] });
  const id = /^id: (.+)$/m.exec(dropped.text)?.[1];
  expect(dropped.text).toMatch(/^retry: \d+$/m);
  const resumed = await session.listen(id);
  expect(await resumed.message('the answer', ({ result }) => result !== undefined)).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: 'Answered after the stream was closed' }] },
  });
  resumed.close();
});

test('an answer that was dropped can be fetched only within its own session', async () => {
  const [mine, other] = await Promise.all([openSession(server()), openSession(server())]);
  const dropped = await call(mine, 'test_reconnection');
  const id = /^id: (.+)$/m.exec(dropped.text)?.[1];
  expect((await other.listen(id)).status).toBe(400);
  expect((await other.listen('made-up/1')).status).toBe(400);
  const resumed = await mine.listen(id);
  await resumed.message('the answer', ({ result }) => result !== undefined);
  resumed.close();
});
