import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAssistantHost } from '../../test/support/assistant-host.ts';
import { type ModelRequest, type Reply, serveModel } from '../../test/support/model-server.ts';
import { until } from '../../test/support/program.ts';
import { textOf } from '../core/assistant/conversation.ts';

const PROVIDERS = [
  { provider: 'compatible', env: {} },
  { provider: 'openai', env: { OPENAI_API_KEY: 'sk-test-openai-0123456789' } },
  { provider: 'anthropic', env: { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789' } },
  { provider: 'google', env: { GEMINI_API_KEY: 'AIza-test-0123456789' } },
];

/** Two reads and a write, then the end. */
const work = ({ n }: ModelRequest): Reply =>
  n === 0
    ? {
        text: 'I will look and write.',
        calls: [
          { name: 'read_file', args: { path: 'a.txt' } },
          { name: 'read_file', args: { path: 'b.txt' } },
          { name: 'write_file', args: { path: 'c.txt', content: 'made by the model\n' } },
        ],
      }
    : { text: 'All done.' };

test.each(PROVIDERS)(
  'with $provider, two reads and a write in one answer all come to their end',
  async ({ provider, env }) => {
    const server = await serveModel(work);
    const chat = await createAssistantHost(
      { provider, url: `${server.origin}/v1`, model: 'm', prices: { m: { input: 10, output: 100 } } },
      { hostEnv: env },
    );
    for (const name of ['a', 'b']) writeFileSync(join(chat.root, `${name}.txt`), `this is ${name}\n`);
    const id = await chat.say('Copy them together');
    const [question] = await chat.asked();
    const waiting = await chat.until(id, 'waiting');
    expect(waiting.calls.map(({ tool, state }) => `${tool} ${state}`)).toEqual([
      'read_file completed',
      'read_file completed',
      'write_file waiting',
    ]);
    expect(waiting.approvals.map((one) => one.id)).toEqual([question?.id]);
    expect(existsSync(join(chat.root, 'c.txt'))).toBe(false);
    chat.answer(question?.id ?? '', { verdict: 'approve' });
    const done = await chat.until(id, 'idle');
    expect(readFileSync(join(chat.root, 'c.txt'), 'utf8')).toBe('made by the model\n');
    expect(done.messages.map((one) => `${one.role}: ${textOf(one)}`)).toEqual([
      'user: Copy them together',
      'assistant: I will look and write.',
      'assistant: All done.',
    ]);
    // The model was told what came of each.
    expect(server.requests[1]?.text).toContain('this is a');
    expect(server.requests[1]?.text).toContain('this is b');
    expect(server.requests).toHaveLength(2);
    // Two answers and the title.
    await until('the title', () => chat.assistant.show(id).title === 'A fitting title', 20_000);
    const { usage } = chat.assistant.show(id);
    expect(usage).toMatchObject({ inputTokens: 360, cachedTokens: 0, outputTokens: 90 });
    expect(usage.cost).toBeCloseTo(0.0126, 10);
    const streamed = chat.events.flatMap(({ name, data }) => (name === 'assistant.delta' ? [data.text] : []));
    expect(streamed.length).toBeGreaterThan(3);
    expect(streamed.join('')).toBe('I will look and write.All done.');
  },
);

test('a denied call tells the model why, and a changed one runs as the person changed it', async () => {
  const server = await serveModel(({ n }) =>
    n === 0
      ? {
          calls: [
            { name: 'write_file', args: { path: 'no.txt', content: 'no\n' } },
            { name: 'write_file', args: { path: 'yes.txt', content: 'by the model\n' } },
          ],
        }
      : { text: 'Understood.' },
  );
  const chat = await createAssistantHost({ url: `${server.origin}/v1`, model: 'm' });
  const id = await chat.say('Write two files');
  const open = await chat.asked(2);
  const of = (path: string) => open.find(({ args }) => args.path === path)?.id ?? '';
  chat.answer(of('no.txt'), { verdict: 'deny', feedback: 'use the other directory' });
  chat.answer(of('yes.txt'), {
    verdict: 'approve',
    editedArgs: { path: 'yes.txt', content: 'by the person\n' },
  });
  const done = await chat.until(id, 'idle');
  expect(done.calls.map(({ state }) => state)).toEqual(['denied', 'completed']);
  expect(existsSync(join(chat.root, 'no.txt'))).toBe(false);
  expect(readFileSync(join(chat.root, 'yes.txt'), 'utf8')).toBe('by the person\n');
  expect(server.requests[1]?.text).toContain('use the other directory');
  expect(server.requests[1]?.text).toContain('by the person');
});

test('always allows the next call too', async () => {
  const server = await serveModel(({ n }) =>
    n < 2
      ? { calls: [{ name: 'write_file', args: { path: 'a.txt', content: `${n}\n` } }] }
      : { text: 'Done.' },
  );
  const chat = await createAssistantHost({ url: `${server.origin}/v1`, model: 'm' });
  const id = await chat.say('Write twice');
  const [question] = await chat.asked();
  expect(question?.card.scopes).toContain('always');
  chat.answer(question?.id ?? '', { verdict: 'approve', scope: 'always' });
  await chat.until(id, 'idle');
  expect(chat.host.approvals.list('pending')).toEqual([]);
  expect(readFileSync(join(chat.root, 'a.txt'), 'utf8')).toBe('1\n');
});

test('a conversation asks about what its caller may not do unasked, though the configuration lets others', async () => {
  const autoApprove = { enabled: true, tools: ['write_file'] };
  const write = { name: 'write_file', args: { path: 'a.txt', content: 'x' } };
  const server = await serveModel(({ n }) => (n === 0 ? { calls: [write] } : { text: 'Fine.' }));
  const chat = await createAssistantHost({ url: `${server.origin}/v1`, model: 'm' }, {}, { autoApprove });
  const caller = { ...chat.caller, autoApprove: { ...autoApprove, enabled: false } };
  const { id } = await chat.assistant.start({ caller, cwd: chat.root, model: null, title: undefined });
  // From elsewhere: what was stored counts.
  await chat.assistant.send(id, 'Write a file', { ...caller, cwd: undefined });
  const [question] = await chat.asked();
  expect(question?.tool).toBe('write_file');
  expect(existsSync(join(chat.root, 'a.txt'))).toBe(false);
});
