import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createToken, startServe } from '../support/http.ts';
import { modern, openSession, type Session } from '../support/mcp-http.ts';

const MOST = 1000;

async function ask(session: Session, method: string, uris: readonly string[]) {
  const replies = [];
  for (let from = 0; from < uris.length; from += 100) {
    const batch = uris
      .slice(from, from + 100)
      .map((uri, i) => ({ jsonrpc: '2.0', id: `${method} ${from + i}`, method, params: { uri } }));
    replies.push(...(await session.send(batch)).messages);
  }
  return replies.flatMap(({ error }) => error?.message ?? []);
}

test('an agent has so many subscriptions in all its sessions, and gets them back', async () => {
  const server = await startServe();
  const { root } = server;
  const version = '2025-03-26';
  const [first, second] = [await openSession(server, { version }), await openSession(server, { version })];
  const token = await createToken(server, 'other');
  const other = await openSession(server, { version, token });
  const uris = Array.from({ length: MOST }, (_, i) => pathToFileURL(join(root, `${i}.txt`)).href);
  const more = [pathToFileURL(join(root, 'more.txt')).href];
  expect(await ask(first, 'resources/subscribe', uris)).toEqual([]);
  const refusal = [expect.stringContaining('RATE_LIMITED: More than 1000 resources are subscribed to')];
  expect(await ask(first, 'resources/subscribe', more)).toEqual(refusal);
  expect(await ask(second, 'resources/subscribe', more)).toEqual(refusal);
  expect(await ask(first, 'resources/subscribe', uris.slice(0, 1))).toEqual([]);
  expect(await ask(other, 'resources/subscribe', more)).toEqual([]);
  await ask(first, 'resources/unsubscribe', uris.slice(0, 1));
  expect(await ask(second, 'resources/subscribe', more)).toEqual([]);
  await first.end();
  expect(await ask(second, 'resources/subscribe', uris.slice(0, 200))).toEqual([]);
});

test('a client of 2026-07-28 listens for so many resources at most', async () => {
  const server = await startServe();
  const resourceSubscriptions = Array.from({ length: MOST + 1 }, (_, i) => `file:///${i}`);
  const { answer } = await modern(server, 'subscriptions/listen', {
    notifications: { resourceSubscriptions },
  });
  expect(answer?.error).toMatchObject({ code: -32602, message: expect.stringContaining('at most 1000') });
});
