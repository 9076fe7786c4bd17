import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../support/approving.ts';
import { toolgate } from '../support/http.ts';

test('a call that is asked waits, a person answers over the web API, and the agent goes on', async () => {
  const { agent, person, root } = await startServer();
  writeFileSync(join(root, '.env'), 'COLOUR=blue\n');
  const reading = agent.call('read_file', { path: join(root, '.env') });
  const open = await person.nextApproval();
  expect(open).toMatchObject({
    tool: 'read_file',
    risk: 'MEDIUM',
    status: 'pending',
    client: 'approving-agent',
  });
  expect(await person.decide(open.id, { verdict: 'approve' })).toMatchObject({ status: 200 });
  expect(await reading).toMatchObject({ structuredContent: { content: 'COLOUR=blue\n' } });
  expect(await person.decide(open.id, { verdict: 'approve' })).toMatchObject({ status: 409 });
});

test('a denial reaches the agent with the words of the person', async () => {
  const { agent, person, root } = await startServer();
  writeFileSync(join(root, '.env'), 'COLOUR=blue\n');
  const reading = agent.call('read_file', { path: join(root, '.env') });
  const open = await person.nextApproval();
  await person.decide(open.id, { verdict: 'deny', feedback: 'read .env.example instead' });
  expect(await reading).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('read .env.example instead') }],
  });
});

test("the agent's own token can neither see nor answer approvals", async () => {
  const { agent } = await startServer();
  expect(await agent.fetch('/api/approvals')).toMatchObject({ status: 403 });
  expect(await agent.fetch('/api/approvals/x', { verdict: 'approve' })).toMatchObject({ status: 403 });
});

test('a person answers in the terminal, and the answer can cover the session', async () => {
  const { agent, person, root, serve } = await startServer();
  mkdirSync(join(root, 'conf'));
  writeFileSync(join(root, 'conf/a.pem'), 'text\n');
  const reading = agent.call('read_file', { path: join(root, 'conf/a.pem') });
  const open = await person.nextApproval();
  const listed = await toolgate(serve, 'approvals');
  expect(listed).toContain(open.id.slice(0, 8));
  const shown = await toolgate(serve, 'approvals', 'show', open.id.slice(0, 8));
  expect(shown).toMatch(/Read a file - read_file\nRisk MEDIUM: a\.pem looks like it holds secrets/);
  const answer = await toolgate(serve, 'approvals', 'approve', open.id, '--scope', 'session');
  expect(answer).toBe('approved (session): read_file\n');
  expect(await reading).toMatchObject({ structuredContent: { content: 'text\n' } });
  // Of what looks like a secret an answer covers this very call.
  expect(await agent.call('read_file', { path: join(root, 'conf/a.pem') })).toMatchObject({
    structuredContent: { content: 'text\n' },
  });
});

test('a rule takes effect at once, and a deny rule holds against everything', async () => {
  const { agent, root, serve } = await startServer();
  writeFileSync(join(root, 'a.txt'), 'hi\n');
  expect(await agent.call('read_file', { path: join(root, 'a.txt') })).not.toHaveProperty('isError');
  const added = await toolgate(
    serve,
    'rules',
    'add',
    'deny',
    'read_file',
    '--path',
    join(root, 'a.*'),
    '--json',
  );
  expect(await agent.call('read_file', { path: join(root, 'a.txt') })).toMatchObject({ isError: true });
  const { id } = JSON.parse(added) as { id: string };
  await toolgate(serve, 'rules', 'remove', id);
  expect(await agent.call('read_file', { path: join(root, 'a.txt') })).not.toHaveProperty('isError');
});

test('a question that nobody answers is pending with the way to answer it, survives a restart, and is used once', async () => {
  const first = await startServer({ waitMs: 100 });
  writeFileSync(join(first.root, '.env'), 'COLOUR=blue\n');
  const asked = await first.agent.call('read_file', { path: join(first.root, '.env') });
  expect(asked).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/APPROVAL_PENDING.*toolgate approvals approve/s) }],
  });
  const open = await first.person.nextApproval();
  await first.kill();

  const second = await startServer({ waitMs: 100, again: { place: first.serve, tokens: first.tokens } });
  expect(await second.person.decide(open.id, { verdict: 'approve' })).toMatchObject({ status: 200 });
  expect(await second.agent.call('read_file', { path: join(first.root, '.env') })).toMatchObject({
    structuredContent: { content: 'COLOUR=blue\n' },
  });
  expect(await second.agent.call('read_file', { path: join(first.root, '.env') })).toMatchObject({
    isError: true,
  });
});
