import { expect, test } from 'vitest';
import { openEvents } from '../support/event-stream.ts';
import { ask, createToken, type Serve, startServe } from '../support/http.ts';
import { startIssuer } from '../support/issuer.ts';
import { modernBody, modernHeaders, openSession, openStream, type Stream } from '../support/mcp-http.ts';
import { until } from '../support/program.ts';

const LIFE_MS = 6000;

/** All that a client can listen on, and a call that takes longer than its token is valid. */
async function listenWith(serve: Serve, token: string) {
  const session = await openSession(serve, { token });
  const asked = { notifications: { toolsListChanged: true } };
  const streams = [
    await session.listen(),
    await openStream(serve, {
      method: 'POST',
      headers: modernHeaders(serve, 'subscriptions/listen', asked, { token }),
      body: modernBody('subscriptions/listen', asked),
    }),
  ];
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const call = session.request('tools/call', {
    name: 'shell_execute',
    arguments: { command: `sleep ${LIFE_MS / 1000}; echo finished` },
  });
  return { streams, call };
}

const areOver = async (streams: readonly Stream[]): Promise<void> => {
  let over = 0;
  for (const { ended } of streams) void ended.then(() => over++);
  await until('the streams to end', () => over === streams.length, LIFE_MS + 15_000);
};

test('what listens with a token of our own ends with its time, a call does not', async () => {
  const serve = await startServe({ args: [] });
  const person = await createToken(serve, 'person', '--scope', 'admin');
  const token = async (name: string, lifeMs: number): Promise<string> => {
    const expiresAt = new Date(Date.now() + lifeMs).toISOString();
    const { json } = await ask(serve, {
      path: '/api/tokens',
      method: 'POST',
      headers: { authorization: `Bearer ${person}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, scopes: ['tools:call', 'admin'], expiresAt }),
    });
    return (json as { secret: string }).secret;
  };
  // Longer than a timer can wait.
  const lasting = await openEvents(serve, await token('lasting', 40 * 86_400_000));
  const { streams, call } = await listenWith(serve, await token('short', LIFE_MS));
  await areOver(streams);
  expect((await call).text).toContain('finished');
  await createToken(serve, 'another');
  await lasting.next('tokens.changed');
});

test('what listens with a JWT ends with its time', async () => {
  const issuer = await startIssuer();
  const audience = 'https://gate.example/mcp';
  const env = { TOOLGATE_OAUTH_ISSUER: issuer.url, TOOLGATE_OAUTH_AUDIENCE: audience };
  const serve = await startServe({ env, args: [] });
  const exp = Math.ceil((Date.now() + LIFE_MS) / 1000);
  const token = await issuer.sign({ sub: 'ann', aud: audience, scope: 'tools:call', exp });
  const { streams, call } = await listenWith(serve, token);
  await areOver(streams);
  expect((await call).text).toContain('finished');
  issuer.close();
});
