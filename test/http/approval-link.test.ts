import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../support/approving.ts';
import { toolgate } from '../support/http.ts';

async function askedWithLink() {
  const server = await startServer();
  const { agent, person, root, serve } = server;
  writeFileSync(join(root, '.env'), '# <b>not markup</b>\nCOLOUR=blue\n');
  const reading = agent.call('read_file', { path: join(root, '.env') });
  const { id } = await person.nextApproval();
  const link = (await toolgate(serve, 'approvals', 'link', id.slice(0, 8))).trim();
  return { ...server, reading, id, link };
}

const press = (link: string, fields: Record<string, string>) =>
  fetch(link, { method: 'POST', body: new URLSearchParams(fields) });

test('a link shows the card and answers it once', async () => {
  const { link, reading } = await askedWithLink();
  const shown = await fetch(link);
  const html = await shown.text();
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).toContain('Read a file');
  expect(html).toContain('MEDIUM');
  expect(html).not.toContain('<script');
  expect(await (await press(link, { answer: 'once' })).text()).toContain('Allowed.');
  expect(await reading).toMatchObject({
    structuredContent: { content: expect.stringContaining('COLOUR=blue') },
  });
  const again = await press(link, { answer: 'once' });
  expect(again.status).toBe(410);
  expect(await again.text()).toContain('closed: consumed');
});

test('a denial through a link carries the words of the person', async () => {
  const { link, reading } = await askedWithLink();
  expect(await (await press(link, { answer: 'deny', feedback: 'use the example' })).text()).toContain(
    'Denied.',
  );
  expect(await reading).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('use the example') }],
  });
});

test('what is not exactly the link decides nothing', async () => {
  const { link, id, serve, person } = await askedWithLink();
  const forged = [
    link.slice(0, -1),
    `${link}x`,
    `${serve.address}/approve/${id}`,
    `${serve.address}/approve/${id}.`,
    `${serve.address}/approve/`,
    link.replace(id, '00000000-0000-4000-8000-000000000000'),
  ];
  for (const address of forged) expect((await press(address, { answer: 'once' })).status).toBe(404);
  // A page of another site cannot press the button in somebody's browser.
  const foreign = await fetch(link, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({ answer: 'once' }),
  });
  expect(foreign.status).toBe(403);
  // A press that says nothing we know is a denial, never an approval.
  expect(await (await press(link, { answer: 'sure' })).text()).toContain('Denied.');
  expect(await person.decide(id, { verdict: 'approve' })).toMatchObject({ status: 409 });
});
