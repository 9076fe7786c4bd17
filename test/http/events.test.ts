import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../support/approving.ts';
import { openEvents } from '../support/event-stream.ts';
import { createToken } from '../support/http.ts';

test('a person hears of a question and of its answer, with the payloads that assistants know', async () => {
  const { agent, person, serve, tokens, root } = await startServer();
  writeFileSync(join(root, '.env'), 'COLOUR=blue\n');
  const stream = await openEvents(serve, tokens.person);
  const reading = agent.call('read_file', { path: join(root, '.env') });
  const { data } = await stream.next('approval.asked');
  const { id } = data.approval as { id: string };
  expect((await stream.next('ai-tool-confirmation')).data).toEqual({
    conversationId: expect.stringMatching(/^http:token:first/),
    callId: expect.any(String),
    toolName: 'read_file',
    arguments: expect.objectContaining({ path: join(root, '.env') }),
    description: expect.stringContaining('MEDIUM'),
  });
  await person.decide(id, { verdict: 'approve' });
  await reading;
  expect((await stream.next('approval.decided')).data).toMatchObject({
    approval: { id, status: 'approved', decidedBy: 'token:person' },
  });
  // The token may decide, and not administer: it hears nothing of what the agent read.
  expect(stream.events.filter(({ name }) => /^(call|audit|ai-tool-result)/.test(name))).toEqual([]);
});

test('an administrator hears of calls, agents and settings; the agent of nothing', async () => {
  const { agent, serve, tokens, root } = await startServer();
  writeFileSync(join(root, 'a.txt'), 'text\n');
  const admin = await createToken(serve, 'admin', '--scope', 'admin');
  const stream = await openEvents(serve, admin);
  await agent.call('read_file', { path: join(root, 'a.txt') });
  await agent.call('read_file', { path: join(root, 'none.txt') });
  const started = await stream.next('call.started');
  expect(started).toMatchObject({ id: undefined, data: { tool: 'read_file', client: 'approving-agent' } });
  const { callId } = started.data;
  expect((await stream.next('call.finished')).data).toMatchObject({ callId, ok: true, risk: 'SAFE' });
  expect((await stream.next('ai-tool-result')).data).toEqual({
    conversationId: expect.any(String),
    callId,
    success: true,
    output: expect.stringContaining('text'),
  });
  await stream.next('audit.appended');
  await fetch(`${serve.address}/api/agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'approving-agent', state: 'paused' }),
  });
  expect((await stream.next('agent.state')).data).toMatchObject({ name: 'approving-agent', state: 'paused' });
  expect((await openEvents(serve, tokens.agent)).status).toBe(403);
  expect((await openEvents(serve, admin, { query: '?names=call.stared' })).status).toBe(400);
});

test('a stream that broke goes on behind the last event, also after a restart', async () => {
  const first = await startServer({ waitMs: 50 });
  const { serve, agent, root } = first;
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, `${name}.pem`), 'x\n');
  const stream = await openEvents(serve, first.tokens.person, { query: '?names=approval.asked' });
  await agent.call('read_file', { path: join(root, 'a.pem') });
  const { id } = await stream.next('approval.asked');
  stream.close();
  await agent.call('read_file', { path: join(root, 'b.pem') });
  await first.kill();
  const second = await startServer({ waitMs: 50, again: { place: serve, tokens: first.tokens } });
  await second.agent.call('read_file', { path: join(root, 'c.pem') });
  const again = await openEvents(second.serve, first.tokens.person, {
    query: '?names=approval.asked',
    lastEventId: id,
  });
  await again.next('approval.asked');
  const paths = () => again.events.map(({ data }) => (data.approval as { args: { path: string } }).args.path);
  expect(paths()).toEqual([join(root, 'b.pem'), join(root, 'c.pem')]);
});

test('the stream of a revoked token ends', async () => {
  const { serve } = await startServer();
  const spy = await createToken(serve, 'spy', '--scope', 'admin');
  const admin = await createToken(serve, 'admin', '--scope', 'admin');
  const stream = await fetch(`${serve.address}/api/events`, { headers: { authorization: `Bearer ${spy}` } });
  const ended = stream.text().then(
    () => 'ended',
    () => 'cut off',
  );
  await fetch(`${serve.address}/api/tokens/revoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'spy' }),
  });
  expect(await ended).toMatch(/ended|cut off/);
});
