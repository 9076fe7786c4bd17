import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { expect, test } from 'vitest';
import { createAssistantHost } from '../../test/support/assistant-host.ts';
import { serveLocally } from '../../test/support/local-server.ts';
import { type ModelRequest, type Reply, serveModel } from '../../test/support/model-server.ts';
import { until } from '../../test/support/program.ts';
import { textOf } from '../core/assistant/conversation.ts';
import { toMarkdown } from './conversations/export.ts';

const talk = async (
  script: (request: ModelRequest) => Reply,
  settings: Record<string, unknown> = {},
  beside?: (request: ModelRequest) => Reply,
) => {
  const server = await serveModel(script, beside);
  return { server, chat: await createAssistantHost({ url: `${server.origin}/v1`, model: 'm', ...settings }) };
};

test('stop ends the answer, keeps what was read, closes the questions, and the next message goes on', async () => {
  const held = new Promise<void>(() => {});
  const { server, chat } = await talk(({ n }) => {
    if (n === 0) return { text: 'one two three four five', hold: held };
    if (n === 1) return { calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'x' } }] };
    return { text: 'Fine.' };
  });
  const id = await chat.say('Count');
  await until('the draft', () => chat.assistant.show(id).draft?.text.includes('three') || undefined, 20_000);
  expect((await chat.assistant.stop(id, 'person')).status).toBe('stopped');
  expect(chat.assistant.show(id).messages.at(-1)).toMatchObject({ role: 'assistant', isPartial: true });
  await chat.say('Write a file', id);
  const [question] = await chat.asked();
  await chat.until(id, 'waiting');
  await chat.assistant.stop(id, 'person');
  expect(chat.host.approvals.get(question?.id ?? '')?.status).toBe('denied');
  expect(chat.assistant.show(id).calls[0]?.state).toBe('cancelled');
  await chat.say('Never mind', id);
  await chat.until(id, 'idle');
  expect(server.requests[2]?.text).toContain('The person stopped the turn before this call ended');
  expect(existsSync(join(chat.root, 'a.txt'))).toBe(false);
});

test('a conversation that grows long is replaced by a summary that everybody sees', async () => {
  const { server, chat } = await talk(
    ({ n }) => ({ text: `Answer ${n}. ${'word '.repeat(400)}` }),
    { contextTokens: 1500 },
    ({ text }) => ({ text: text.includes('Write a summary') ? 'They counted to four.' : 'Counting' }),
  );
  const id = await chat.say('Message 0');
  for (let n = 1; n < 5; n++) {
    await chat.until(id, 'idle');
    await chat.say(`Message ${n}`, id);
  }
  const done = await chat.until(id, 'idle');
  const summary = done.messages.find(({ role }) => role === 'summary');
  expect(summary && textOf(summary)).toBe('They counted to four.');
  expect(summary?.covers).toBeGreaterThan(0);
  // All of it is still there to read; the model gets the summary instead.
  expect(done.messages.filter(({ role }) => role === 'user')).toHaveLength(5);
  expect(server.requests.at(-1)?.text).toContain('They counted to four.');
  expect(server.requests.at(-1)?.text).not.toContain('Message 0');
  expect(chat.events).toContainEqual(
    expect.objectContaining({
      name: 'assistant.message',
      data: expect.objectContaining({ role: 'summary' }),
    }),
  );
});

test('a provider that finds the conversation too long gets a shorter one; without a model the summary is plain', async () => {
  const { chat, server } = await talk(
    ({ n }) => {
      if (n === 2) return { status: 400, error: "This model's maximum context length is 8192 tokens" };
      return { text: `Answer ${n}` };
    },
    {},
    ({ text }) => (text.includes('Write a summary') ? { status: 400, error: 'no' } : { text: 'Title' }),
  );
  const id = await chat.say('The first question');
  await chat.until(id, 'idle');
  await chat.say('The second question', id);
  await chat.until(id, 'idle');
  await chat.say('The third question', id);
  const done = await chat.until(id, 'idle', 'failed');
  expect(done.note).toBeNull();
  const summary = done.messages.find(({ role }) => role === 'summary');
  expect(summary && textOf(summary)).toContain('The person said: The first question');
  expect(server.requests).toHaveLength(4);
});

test('titles come from the model, search finds words, export writes Markdown, remove removes', async () => {
  const { chat } = await talk(({ n }) =>
    n === 0
      ? { text: 'Looking.', calls: [{ name: 'read_file', args: { path: 'pelican.txt' } }] }
      : { text: 'It is a pelican.' },
  );
  writeFileSync(join(chat.root, 'pelican.txt'), '```\nfenced\n```\n');
  const id = await chat.say('Which bird is in the file?');
  await until('the title', () => chat.assistant.show(id).title === 'A fitting title', 20_000);
  expect(chat.assistant.list('pelic', 10)).toMatchObject([
    { id, excerpt: expect.stringContaining('pelican') },
  ]);
  expect(chat.assistant.list('fitting', 10)).toHaveLength(1);
  expect(chat.assistant.list('walrus', 10)).toEqual([]);
  expect(chat.assistant.list('") OR (', 10)).toEqual([]);
  const markdown = toMarkdown(chat.assistant.show(id));
  expect(markdown).toContain('# A fitting title');
  expect(markdown).toContain('## Person\n\nWhich bird is in the file?');
  expect(markdown).toMatch(/\*\*read_file\*\* \(completed\)\n\n````\n/);
  expect(chat.assistant.change(id, { title: 'Birds' }).title).toBe('Birds');
  await chat.assistant.remove(id, 'person');
  expect(chat.assistant.list('', 10)).toEqual([]);
  expect(chat.assistant.list('pelican', 10)).toEqual([]);
});

test('the model is told of the project, and its notes for agents', async () => {
  const { chat, server } = await talk(() => ({ text: 'Hi.' }));
  writeFileSync(join(chat.root, 'AGENTS.md'), 'Use tabs in this repository.\n');
  await chat.until(await chat.say('Hello'), 'idle');
  expect(server.requests[0]?.text).toContain('Use tabs in this repository.');
  expect(server.requests[0]?.text).toContain(chat.root);
});

test('a second message waits for the first', async () => {
  const held = new Promise<void>(() => {});
  const { chat } = await talk(() => ({ text: 'never done', hold: held }));
  const id = await chat.say('One');
  await expect(chat.say('Two', id)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(chat.assistant.show(id).messages).toHaveLength(1);
  await chat.assistant.stop(id, 'person');
});

test('of two messages at the same time one is taken', async () => {
  const { chat, server } = await talk(() => ({ text: 'Hi.' }));
  const { id } = await chat.assistant.start({
    caller: chat.caller,
    cwd: chat.root,
    model: null,
    title: 'Two',
  });
  const sent = await Promise.allSettled(
    ['One', 'Two'].map((text) => chat.assistant.send(id, text, chat.caller)),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await chat.until(id, 'idle')).messages).toHaveLength(2);
  expect(server.requests).toHaveLength(1);
});

test('two calls that the service gives the same name both have their result', async () => {
  const twice = [1, 2].map((index) => ({
    index,
    id: 'call_0',
    type: 'function',
    function: { name: 'read_file', arguments: JSON.stringify({ path: `${index}.txt` }) },
  }));
  const chunk = (choice: unknown) =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] })}\n\n`;
  let n = 0;
  const bodies: string[] = [];
  const { origin } = await serveLocally(async (request, response) => {
    bodies.push(await readAll(request));
    response.setHeader('content-type', 'text/event-stream');
    if (n++ === 0)
      for (const call of twice) response.write(chunk({ index: 0, delta: { tool_calls: [call] } }));
    else response.write(chunk({ index: 0, delta: { content: 'Read.' } }));
    response.end(
      `${chunk({ index: 0, delta: {}, finish_reason: n === 1 ? 'tool_calls' : 'stop' })}data: [DONE]\n\n`,
    );
  });
  const chat = await createAssistantHost({ url: `${origin}/v1`, model: 'm' });
  for (const name of [1, 2]) writeFileSync(join(chat.root, `${name}.txt`), `content ${name}\n`);
  const done = await chat.until(await chat.say('Read'), 'idle');
  expect(done.calls.map(({ state }) => state)).toEqual(['completed', 'completed']);
  const sent = JSON.parse(bodies[1] ?? '{}') as { messages: { role: string; tool_call_id?: string }[] };
  const results = sent.messages.flatMap((one) => (one.role === 'tool' ? [one.tool_call_id] : []));
  expect(new Set(results).size).toBe(2);
});

test('more questions than may be open at once are asked one after the other, and none is lost', async () => {
  const server = await serveModel(({ n }) =>
    n === 0
      ? {
          calls: [0, 1, 2, 3].map((at) => ({
            name: 'write_file',
            args: { path: `${at}.txt`, content: 'x' },
          })),
        }
      : { text: 'All.' },
  );
  const settings = { url: `${server.origin}/v1`, model: 'm' };
  const chat = await createAssistantHost(settings, {}, { approvals: { waitMs: 0, maxPending: 2 } });
  const id = await chat.say('Write four');
  for (let answered = 0; answered < 4; answered++) {
    const [question] = await chat.asked();
    await chat.until(id, 'waiting');
    chat.answer(question?.id ?? '', { verdict: 'approve' });
    await until(
      'the answer to count',
      () => chat.host.approvals.get(question?.id ?? '')?.status === 'consumed',
    );
  }
  const done = await chat.until(id, 'idle');
  expect(done.calls.map(({ state }) => state)).toEqual(Array(4).fill('completed'));
  for (const at of [0, 1, 2, 3]) expect(existsSync(join(chat.root, `${at}.txt`))).toBe(true);
});

test('a conversation waits for a person once nothing else runs, whatever ends last', async () => {
  const server = await serveModel(({ n }) =>
    n === 0
      ? {
          calls: [
            { name: 'write_file', args: { path: 'a.txt', content: 'x' } },
            { name: 'list_directory', args: { path: '.' } },
          ],
        }
      : { text: 'Done.' },
  );
  const chat = await createAssistantHost({ url: `${server.origin}/v1`, model: 'm' });
  const id = await chat.say('Write and look');
  const [question] = await chat.asked();
  const waiting = await chat.until(id, 'waiting');
  expect(waiting.calls.map(({ state }) => state)).toEqual(['waiting', 'completed']);
  chat.answer(question?.id ?? '', { verdict: 'deny' });
  await chat.until(id, 'idle');
});

test('where nobody answers in time the turn ends, and goes on when somebody is there', async () => {
  const server = await serveModel(({ n }) =>
    n === 0 ? { calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'x' } }] } : { text: 'I see.' },
  );
  const settings = { url: `${server.origin}/v1`, model: 'm' };
  const chat = await createAssistantHost(settings, {}, { approvals: { waitMs: 0, ttlMs: 300 } });
  const id = await chat.say('Write');
  const stopped = await chat.until(id, 'stopped');
  expect(stopped.note).toBe('Nobody answered the question about write_file in time');
  expect(stopped.calls[0]).toMatchObject({ state: 'denied', errorCode: 'APPROVAL_EXPIRED' });
  expect(server.requests).toHaveLength(1);
  await chat.assistant.goOn(id, chat.caller);
  await chat.until(id, 'idle');
  expect(server.requests[1]?.text).toContain('APPROVAL_EXPIRED');
  expect(existsSync(join(chat.root, 'a.txt'))).toBe(false);
});

test('without a provider it is said how to get one, and nothing is sent', async () => {
  const chat = await createAssistantHost({});
  expect(await chat.assistant.status(null)).toMatchObject({
    isReady: false,
    help: expect.stringContaining('toolgate secrets set ANTHROPIC_API_KEY'),
  });
  await expect(chat.say('Hello')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  // A stored key is enough, at once.
  await chat.host.secrets.set('OPENAI_API_KEY', 'sk-test-0123456789abcdef');
  expect(await chat.assistant.status(null)).toMatchObject({ isReady: true, provider: 'openai' });
  expect(await chat.assistant.status('google:gemini-x')).toMatchObject({
    isReady: false,
    help: expect.stringContaining('There is no key for Google'),
  });
});

test('the first model of a service answers where none is named', async () => {
  const { chat, server } = await talk(() => ({ text: 'Hi.' }), { model: '' });
  await chat.until(await chat.say('Hello'), 'idle');
  expect(server.requests[0]?.body.model).toBe('first-model');
});

test('a model of the SDK can be handed to the host', async () => {
  const usage = {
    inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 2, text: 2, reasoning: 0 },
  };
  const languageModel = new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: 'From the mock.' },
          { type: 'text-end', id: '1' },
          { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
        ],
      }),
    }),
    doGenerate: async () => {
      throw new Error('no titles');
    },
  });
  const chat = await createAssistantHost({}, { languageModel });
  const done = await chat.until(await chat.say('Hello'), 'idle');
  expect(done.messages.map(textOf)).toEqual(['Hello', 'From the mock.']);
  expect(done.usage).toMatchObject({ inputTokens: 3, outputTokens: 2 });
  expect(languageModel.doStreamCalls[0]?.tools?.length).toBeGreaterThan(20);
});
