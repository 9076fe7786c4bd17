import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startServer } from '../support/approving.ts';
import { createToken, type Serve } from '../support/http.ts';

async function agentsApi({ address }: Serve, token: string, change?: object) {
  const response = await fetch(`${address}/api/agents`, {
    method: change ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(change && { body: JSON.stringify(change) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('an agent is paused, goes on and is stopped over the web API', async () => {
  const { agent, serve, root, tokens } = await startServer();
  const admin = await createToken(serve, 'admin', '--scope', 'admin');
  writeFileSync(join(root, 'a.txt'), 'text\n');
  const read = () => agent.call('read_file', { path: join(root, 'a.txt') });
  await read();
  const { body } = await agentsApi(serve, admin);
  expect(body.agents).toMatchObject([{ client: 'approving-agent', state: 'running', calls: 1 }]);

  expect(await agentsApi(serve, admin, { name: 'approving-agent', state: 'paused' })).toMatchObject({
    status: 200,
    body: { agents: [{ state: 'paused' }] },
  });
  let isAnswered = false;
  const waiting = read().finally(() => {
    isAnswered = true;
  });
  await sleep(300);
  expect(isAnswered).toBe(false);
  await agentsApi(serve, admin, { name: 'approving-agent', state: 'running' });
  expect(await waiting).toMatchObject({ structuredContent: { content: 'text\n' } });

  await agentsApi(serve, admin, { name: 'approving-agent', state: 'stopped' });
  expect(await read()).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('A person stopped this agent') }],
  });

  for (const token of [tokens.agent, tokens.person])
    expect(await agentsApi(serve, token, { name: 'approving-agent', state: 'running' })).toMatchObject({
      status: 403,
    });
  expect(await agentsApi(serve, admin, { name: 'x', state: 'asleep' })).toMatchObject({ status: 400 });
});
