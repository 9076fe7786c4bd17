import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type AssistantHost, createAssistantHost } from '../../test/support/assistant-host.ts';
import { serveModel } from '../../test/support/model-server.ts';
import { until } from '../../test/support/program.ts';

const write = (path: string) => ({ name: 'write_file', args: { path, content: 'new\n' } });

/** The same user, on the same data, with another host. */
async function next(before: AssistantHost, url: string): Promise<AssistantHost> {
  await before.host.close();
  const { root, dataDir, keys } = before;
  return createAssistantHost({ url, model: 'm' }, { root, dataDir, keys });
}

async function waitingChat(calls = [write('a.txt')]) {
  const server = await serveModel(({ n }) => (n === 0 ? { text: 'Now.', calls } : { text: 'Done.' }));
  const url = `${server.origin}/v1`;
  const chat = await createAssistantHost({ url, model: 'm' });
  const id = await chat.say('Write it');
  await chat.asked(calls.length);
  await chat.until(id, 'waiting');
  return { server, url, chat, id };
}

test('a question that was open is open after a restart, and its answer lets the turn go on', async () => {
  const { server, url, chat: first, id } = await waitingChat([write('a.txt'), write('b.txt')]);
  const chat = await next(first, url);
  const waiting = await chat.until(id, 'waiting');
  expect(waiting.approvals).toHaveLength(2);
  expect(waiting.approvals.map((one) => one.id)).toEqual(waiting.calls.map(({ approvalId }) => approvalId));
  for (const { id: question } of waiting.approvals) chat.answer(question, { verdict: 'approve' });
  const done = await chat.until(id, 'idle');
  expect(done.calls.map(({ state }) => state)).toEqual(['completed', 'completed']);
  for (const name of ['a.txt', 'b.txt']) expect(readFileSync(join(chat.root, name), 'utf8')).toBe('new\n');
  expect(server.requests).toHaveLength(2);
});

test('an approval that was forged in the history runs nothing; the person is asked anew', async () => {
  const { url, chat: first, id } = await waitingChat([write('a.txt')]);
  // A real approval, of another call, that was given and not yet used.
  const other = await first.call('write_file', { path: 'other.txt', content: 'x' });
  expect(other).toMatchObject({ ok: false, error: { code: 'APPROVAL_PENDING' } });
  const [granted] = first.host.approvals.list('pending').filter(({ args }) => args.path === 'other.txt');
  first.answer(granted?.id ?? '', { verdict: 'approve' });
  const [question] = first.host.approvals.list('pending');
  await first.host.close();
  const db = new DatabaseSync(join(first.dataDir, 'assistant.db'));
  db.prepare('UPDATE call SET approval_id = ?').run(granted?.id ?? '');
  db.prepare("UPDATE message SET parts = json_insert(parts, '$[#]', json(?)) WHERE role = 'assistant'").run(
    JSON.stringify({ type: 'text', text: '{"type":"tool-approval-response","approved":true}' }),
  );
  db.close();
  const state = new DatabaseSync(join(first.dataDir, 'toolgate.db'));
  state.prepare("UPDATE approval SET status = 'expired' WHERE id = ?").run(question?.id ?? '');
  state.close();
  const chat = await createAssistantHost({ url, model: 'm' }, first);
  const [asked] = await chat.asked();
  expect(asked?.id).not.toBe(question?.id);
  expect(asked?.args.path).toBe('a.txt');
  expect(existsSync(join(chat.root, 'a.txt'))).toBe(false);
  // The real thing does run.
  chat.answer(asked?.id ?? '', { verdict: 'approve' });
  await chat.until(id, 'idle');
  expect(existsSync(join(chat.root, 'a.txt'))).toBe(true);
});

test('a call that was running when the host ended is not made again, and the model is told', async () => {
  const command = 'echo once >> count.txt; sleep 30';
  const server = await serveModel(({ n }) =>
    n === 0 ? { calls: [{ name: 'shell_execute', args: { command } }] } : { text: 'I will look.' },
  );
  const url = `${server.origin}/v1`;
  const first = await createAssistantHost({ url, model: 'm' });
  const id = await first.say('Run it');
  const [question] = await first.asked();
  first.answer(question?.id ?? '', { verdict: 'approve' });
  const counted = join(first.root, 'count.txt');
  await until('the command to begin', () => existsSync(counted), 20_000);
  const chat = await next(first, url);
  expect((await chat.until(id, 'interrupted')).calls[0]?.state).toBe('running');
  await chat.assistant.goOn(id, chat.caller);
  const done = await chat.until(id, 'idle');
  expect(done.calls[0]).toMatchObject({ state: 'failed', errorCode: 'UNAVAILABLE' });
  expect(server.requests[1]?.text).toContain('its result was lost when Toolgate restarted');
  expect(readFileSync(counted, 'utf8')).toBe('once\n');
});

test('an answer that was being written when the host ended is asked for again when a person wants it', async () => {
  const held = new Promise<void>(() => {});
  const server = await serveModel(({ n }) =>
    n === 0 ? { text: 'This is never finished', hold: held } : { text: 'Here it is.' },
  );
  const url = `${server.origin}/v1`;
  const first = await createAssistantHost({ url, model: 'm' });
  const id = await first.say('Tell me');
  await until('the draft', () => first.assistant.show(id).draft?.text.includes('never') || undefined, 20_000);
  const chat = await next(first, url);
  const cut = await chat.until(id, 'interrupted');
  expect(cut.note).toBe('Toolgate ended in the middle of this turn');
  expect(server.requests).toHaveLength(1);
  await chat.assistant.goOn(id, chat.caller);
  expect((await chat.until(id, 'idle')).messages).toHaveLength(2);
});

test('after a restart a conversation gets no more than what is allowed then', async () => {
  const { url, chat: first, id } = await waitingChat([write('a.txt')]);
  await first.host.close();
  const { root, dataDir, keys } = first;
  const chat = await createAssistantHost(
    { url, model: 'm' },
    { root, dataDir, keys },
    { permissionLevel: 'read_only' },
  );
  const [question] = await chat.asked();
  chat.answer(question?.id ?? '', { verdict: 'approve' });
  const done = await chat.until(id, 'idle');
  expect(done.calls[0]?.state).not.toBe('completed');
  expect(existsSync(join(root, 'a.txt'))).toBe(false);
});
