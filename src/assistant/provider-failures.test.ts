import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AssistantHost, createAssistantHost } from '../../test/support/assistant-host.ts';
import { type ModelRequest, type Reply, serveModel } from '../../test/support/model-server.ts';
import { textOf } from '../core/assistant/conversation.ts';

type Script = (request: ModelRequest) => Reply;

async function talkTo(script: Script, settings: Record<string, unknown> = {}) {
  const server = await serveModel(script);
  const chat = await createAssistantHost({ url: `${server.origin}/v1`, model: 'm', ...settings });
  return { server, chat };
}

const retriesOf = ({ events }: AssistantHost) =>
  events.flatMap(({ name, data }) => (name === 'assistant.retry' ? [data] : []));

test('401 is said in words, at once', async () => {
  const { server, chat } = await talkTo(() => ({ status: 401, error: 'invalid key' }));
  const failed = await chat.until(await chat.say('Hello'), 'failed');
  expect(failed.note).toMatch(
    /refuses the key \(401: invalid key\)\. Store another: toolgate secrets set ASSISTANT_API_KEY/,
  );
  expect(server.requests).toHaveLength(1);
});

test('429 is asked again after as long as the provider says', async () => {
  const { server, chat } = await talkTo(({ n }) =>
    n === 0 ? { status: 429, headers: { 'retry-after-ms': '30' }, error: 'slow down' } : { text: 'Hi.' },
  );
  const done = await chat.until(await chat.say('Hello'), 'idle');
  expect(textOf(done.messages.at(-1) ?? { parts: [] })).toBe('Hi.');
  expect(retriesOf(chat)).toMatchObject([{ attempt: 1, waitMs: 30, reason: expect.stringContaining('429') }]);
  expect(server.requests).toHaveLength(2);
});

test('a provider that asks for ten minutes is left alone, and can be asked again by the person', async () => {
  const { server, chat } = await talkTo(({ n }) =>
    n === 0 ? { status: 429, headers: { 'retry-after': '600' }, error: 'quota' } : { text: 'Back.' },
  );
  const id = await chat.say('Hello');
  expect((await chat.until(id, 'failed')).note).toMatch(/429: quota.*It asks to wait 600 s/);
  await chat.assistant.goOn(id, chat.caller);
  expect((await chat.until(id, 'idle')).messages).toHaveLength(2);
  expect(server.requests).toHaveLength(2);
});

test('500 is asked again with growing pauses, and said in the end', async () => {
  const { server, chat } = await talkTo(() => ({ status: 500, error: 'broken' }), { retries: 1 });
  const failed = await chat.until(await chat.say('Hello'), 'failed');
  expect(failed.note).toMatch(/has a problem of its own \(500: broken\)\. It was asked 2 times/);
  expect(retriesOf(chat)[0]?.waitMs).toBeGreaterThan(700);
  expect(server.requests).toHaveLength(2);
});

test('a provider that is asked without retries was asked once', async () => {
  const { chat } = await talkTo(() => ({ status: 500, error: 'broken' }), { retries: 0 });
  expect((await chat.until(await chat.say('Hello'), 'failed')).note).toMatch(/It was asked once\.$/);
});

const BREAKS = [
  { provider: 'compatible', pieces: 6 },
  { provider: 'openai', pieces: 9 },
  { provider: 'anthropic', pieces: 9 },
  // Its calls are never in halves: all of it but the end.
  { provider: 'google', pieces: 5 },
].flatMap((one) => [
  { ...one, how: 'is cut off', broken: { cutAfter: one.pieces } },
  { ...one, how: 'just ends', broken: { endAfter: one.pieces } },
]);

test.each(BREAKS)(
  'a stream of $provider that $how runs nothing and is asked for again',
  async ({ provider, broken }) => {
    const calls = [{ name: 'write_file', args: { path: 'a.txt', content: 'once\n' } }];
    const { chat } = await talkTo(
      ({ n }) => {
        if (n === 0) return { text: 'one two three four', calls, ...broken };
        return n === 1 ? { text: 'again', calls } : { text: 'Done.' };
      },
      { provider },
    );
    for (const name of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY'])
      await chat.host.secrets.set(name, 'a-key-for-the-test-0123456789');
    const id = await chat.say('Write');
    const [question] = await chat.asked();
    chat.answer(question?.id ?? '', { verdict: 'approve' });
    const done = await chat.until(id, 'idle');
    expect(retriesOf(chat)).toMatchObject([{ reason: expect.stringContaining('broke off in the middle') }]);
    expect(done.calls.map(({ state }) => state)).toEqual(['completed']);
    expect(done.messages.map(textOf)).toEqual(['Write', 'again', 'Done.']);
    const made = chat.host.audit
      .ofSession(id)
      .filter(({ kind, body }) => kind === 'intent' && body.tool === 'write_file');
    expect(made).toHaveLength(1);
  },
);

test('arguments that are no JSON, and a tool that is not there, are told to the model and run nothing', async () => {
  const { server, chat } = await talkTo(({ n }) =>
    n === 0
      ? {
          calls: [
            { name: 'write_file', raw: '{"path": "a.txt", "content": "x' },
            { name: 'write_fiel', args: { path: 'a.txt' } },
            { name: 'read_file', args: { path: 7 } },
          ],
        }
      : { text: 'I see.' },
  );
  const done = await chat.until(await chat.say('Write'), 'idle');
  expect(done.calls.map(({ errorCode }) => errorCode)).toEqual(['VALIDATION', 'UNKNOWN_TOOL', 'VALIDATION']);
  expect(existsSync(join(chat.root, 'a.txt'))).toBe(false);
  expect(server.requests[1]?.text).toContain('no valid JSON');
  expect(server.requests[1]?.text).toContain('write_fiel');
});

test('a model that makes the same call over and over is told, then stopped', async () => {
  const { server, chat } = await talkTo(() => ({
    calls: [{ name: 'read_file', args: { path: 'a.txt' } }],
  }));
  writeFileSync(join(chat.root, 'a.txt'), 'x\n');
  const stopped = await chat.until(await chat.say('Loop'), 'stopped');
  expect(stopped.note).toMatch(/same call of read_file 9 times in a row/);
  expect(stopped.calls.filter(({ state }) => state === 'completed')).toHaveLength(5);
  expect(stopped.calls.filter(({ errorCode }) => errorCode === 'CONFLICT')).toHaveLength(3);
  expect(server.requests).toHaveLength(9);
});

test('a turn has so many steps and no more; a person can let it go on', async () => {
  const { server, chat } = await talkTo(
    ({ n }) => (n < 5 ? { calls: [{ name: 'read_file', args: { path: `${n}.txt` } }] } : { text: 'Enough.' }),
    { maxSteps: 3 },
  );
  const id = await chat.say('Go on for ever');
  const stopped = await chat.until(id, 'stopped');
  expect(stopped.note).toMatch(/asked 3 times in this turn/);
  expect(server.requests).toHaveLength(3);
  await chat.assistant.goOn(id, chat.caller);
  await chat.until(id, 'idle');
  expect(server.requests).toHaveLength(6);
});

test('a service that is not there is named', async () => {
  const chat = await createAssistantHost({ url: 'http://127.0.0.1:9/v1', model: 'm', retries: 0 });
  const failed = await chat.until(await chat.say('Hello'), 'failed');
  expect(failed.note).toMatch(/127\.0\.0\.1:9 cannot be reached/);
});

test('the key reaches its provider and nothing else: no message, no event, no record', async () => {
  const key = 'sk-ant-verysecret-0123456789abcdef';
  const server = await serveModel(({ n }) =>
    n === 0
      ? { text: `Your key is ${key} .`, calls: [{ name: 'read_file', args: { path: 'key.txt' } }] }
      : { text: 'Done.' },
  );
  const chat = await createAssistantHost({ provider: 'anthropic', url: `${server.origin}/v1` });
  await chat.host.secrets.set('ANTHROPIC_API_KEY', key);
  writeFileSync(join(chat.root, 'key.txt'), `${key}\n`);
  const id = await chat.say(`Is ${key} mine?`);
  const done = await chat.until(id, 'idle');
  expect(server.requests[0]?.headers['x-api-key']).toBe(key);
  for (const request of server.requests) expect(request.text).not.toContain(key);
  expect(JSON.stringify(done)).not.toContain(key);
  expect(JSON.stringify(chat.events)).not.toContain(key);
  for (const name of ['assistant.db', 'assistant.db-wal', 'audit.db', 'audit.db-wal'])
    if (existsSync(join(chat.dataDir, name)))
      expect(readFileSync(join(chat.dataDir, name)).includes(key)).toBe(false);
});
