import { type ClientRequest, request } from 'node:http';
import { expect, test } from 'vitest';
import { ask, auditRows, type Serve, serveForFile, startServe } from '../support/http.ts';
import { callTool, modernBody, modernHeaders, openSession, openStream } from '../support/mcp-http.ts';
import { until } from '../support/program.ts';

const server = serveForFile();

/** Waits for the record that this call began. */
const begun = (label: string) =>
  until(`the call ${label} to begin`, () => intents(server(), label).length > 0);

const intents = (serve: Serve, label: string) =>
  auditRows(serve).filter(({ kind, body }) => kind === 'intent' && labelOf(body.args) === label);

const labelOf = (args: unknown): unknown => (args as { label?: unknown }).label;

/** How the call ended, as query_audit tells it. */
async function ending(label: string): Promise<unknown> {
  const { answer } = await callTool(server(), 'query_audit', { tool: 'slow_compute', failed: true });
  const found = answer?.result?.structuredContent as { entries: { body: Record<string, unknown> }[] };
  const { ok, code, message } = found.entries.find(({ body }) => labelOf(body.args) === label)?.body ?? {};
  return { ok, code, message };
}

const CANCELLED = { ok: false, code: 'CANCELLED', message: 'slow_compute was cancelled' };
const call = (label: string) => ({ name: 'slow_compute', arguments: { seconds: 60, label } });

/** A request whose answer is not waited for. */
function send(label: string): ClientRequest {
  const headers = modernHeaders(server(), 'tools/call', call(label));
  const to = { host: '127.0.0.1', port: server().port, path: '/mcp', method: 'POST', agent: false };
  const sent = request({ ...to, headers });
  sent.on('error', () => {});
  sent.end(modernBody('tools/call', call(label)));
  return sent;
}

test('a client that goes away before the answer cancels its call', async () => {
  const sent = send('gone');
  await begun('gone');
  sent.destroy();
  await expect.poll(() => ending('gone'), { timeout: 5000 }).toEqual(CANCELLED);
});

test('closing the stream of the answer cancels the call', async () => {
  const params = { name: 'test_tool_with_progress', arguments: {} };
  const outcomes = () => auditRows(server()).filter(({ body }) => isOutcomeOf(body, params.name));
  const closeEarly = async (): Promise<unknown> => {
    const before = outcomes().length;
    const stream = await openStream(server(), {
      method: 'POST',
      headers: modernHeaders(server(), 'tools/call', params),
      body: modernBody('tools/call', params, { meta: { progressToken: 1 } }),
    });
    await stream.message('progress', ({ method }) => method === 'notifications/progress');
    stream.close();
    return (await until('the outcome', () => outcomes()[before])).body.code;
  };
  // The tool ends by itself after 150 ms; on a busy machine it may win the race.
  await expect.poll(closeEarly, { timeout: 10_000 }).toBe('CANCELLED');
});

test('two requests with the same id are two calls: one can go while the other stays', async () => {
  const stays = callTool(server(), 'slow_compute', { seconds: 1, label: 'stays' });
  const sent = send('goes');
  await Promise.all([begun('stays'), begun('goes')]);
  sent.destroy();
  expect((await stays).answer?.result?.content).toEqual([{ type: 'text', text: 'Computed stays in 1 s' }]);
  await expect.poll(() => ending('goes'), { timeout: 5000 }).toEqual(CANCELLED);
});

test('in a session the notification cancels, also from another connection', async () => {
  const session = await openSession(server());
  const answer = session.send({ jsonrpc: '2.0', id: 'slow', method: 'tools/call', params: call('told') });
  await begun('told');
  const params = { requestId: 'slow', reason: 'no longer needed' };
  const told = await session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  expect(told.status).toBe(202);
  await expect.poll(() => ending('told'), { timeout: 5000 }).toEqual(CANCELLED);
  // Its stream ends without the session: nothing comes on it any more.
  await answer.catch(() => {});
  await session.end();
});

test('a session that ends takes its calls with it', async () => {
  const session = await openSession(server());
  const answer = session.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call('ended') });
  await begun('ended');
  expect((await session.end()).status).toBe(200);
  await expect.poll(() => ending('ended'), { timeout: 5000 }).toEqual(CANCELLED);
  await answer.catch(() => {});
  expect((await ask(server(), { path: '/health' })).json).toMatchObject({ inFlight: 0 });
});

test('stopping the server cancels what runs and records it', async () => {
  const serve = await startServe();
  const session = await openSession(serve);
  const stream = await session.listen();
  const answer = callTool(serve, 'slow_compute', { seconds: 60, label: 'stopped' }).catch(() => {});
  await until('the call to begin', () => intents(serve, 'stopped').length > 0);
  expect(await serve.stop()).toBe(0);
  await Promise.all([answer, stream.ended]);
  const [outcome] = auditRows(serve).filter(({ body }) => body.intent !== undefined);
  expect(outcome).toMatchObject({ kind: 'outcome', body: { ok: false, code: 'CANCELLED' } });
});

const isOutcomeOf = ({ intent }: Readonly<Record<string, unknown>>, tool: string): boolean =>
  auditRows(server()).some(({ body }, i) => i + 1 === intent && body.tool === tool);
