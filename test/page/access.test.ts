import { expect, test } from 'vitest';
import { pageLinkOf } from '../support/browser.ts';
import { ask, createToken, type Serve, startServe } from '../support/http.ts';

/** What a browser has after it opened the link. */
async function enter(serve: Serve): Promise<{ cookie: string; key: string }> {
  const { pathname } = new URL(await pageLinkOf(serve));
  const reply = await ask(serve, { path: pathname, headers: { host: `127.0.0.1:${serve.port}` } });
  expect(reply.status).toBe(303);
  const [cookie = ''] = (reply.headers['set-cookie']?.[0] ?? '').split(';');
  return { cookie, key: /#key=(.+)$/.exec(reply.headers.location ?? '')?.[1] ?? '' };
}

test('serve prints a link on a line of its own, which lets one browser in, once', async () => {
  const serve = await startServe({ args: [] });
  const link = /^http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{43}$/m.exec(serve.stderr())?.[0] ?? '';
  const { pathname } = new URL(link);
  const looked = await ask(serve, { path: pathname, method: 'HEAD' });
  expect([looked.status, looked.headers['set-cookie']]).toEqual([204, undefined]);
  const first = await ask(serve, { path: pathname });
  expect([first.status, first.headers['set-cookie']?.[0]]).toEqual([
    303,
    expect.stringMatching(/^toolgate_\d+=[\w-]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/),
  ]);
  const second = await ask(serve, { path: pathname });
  expect([second.status, second.headers['set-cookie'], second.text]).toEqual([
    410,
    undefined,
    expect.stringContaining('toolgate open'),
  ]);
  expect(await pageLinkOf(serve)).not.toBe(link);
});

test('the page is served with a strict policy, and to nobody without the cookie', async () => {
  const serve = await startServe({ args: [] });
  const { cookie } = await enter(serve);
  const page = await ask(serve, { path: '/approvals', headers: { cookie, accept: 'text/html' } });
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain('unsafe');
  expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(page.text).not.toContain(cookie.split('=')[1]);
  const stranger = await ask(serve, { path: '/approvals', headers: { accept: 'text/html' } });
  expect([stranger.status, stranger.text.includes('toolgate open')]).toEqual([401, true]);
  for (const path of [
    '/../package.json',
    '/assets/../../../package.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  ])
    expect((await ask(serve, { path, headers: { cookie } })).text).not.toContain('"toolgate"');
});

test('a cookie that another server of this machine set hides that of the page from nobody', async () => {
  const serve = await startServe({ args: [] });
  const { cookie } = await enter(serve);
  const [name] = cookie.split('=');
  for (const cookies of [`${name}=planted; ${cookie}`, `${cookie}; ${name}=planted`, `${name}=; ${cookie}`]) {
    const page = await ask(serve, { path: '/approvals', headers: { cookie: cookies, accept: 'text/html' } });
    expect(page.status).toBe(200);
  }
});

test('a cookie alone, a foreign origin or a lesser token decides nothing; the page itself does', async () => {
  const serve = await startServe({ args: [] });
  const { cookie, key } = await enter(serve);
  const agentToken = await createToken(serve, 'agent');
  const add = (headers: Record<string, string>) =>
    ask(serve, {
      path: '/api/rules/add',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ verdict: 'deny', tool: 'write_file' }),
    });
  const page = { cookie, 'x-toolgate-key': key };
  const refused = [
    await add({}),
    await add({ cookie }),
    await add({ 'x-toolgate-key': key }),
    await add({ cookie, 'x-toolgate-key': `${key.slice(0, -1)}x` }),
    await add({ ...page, origin: 'http://evil.example' }),
    await add({ ...page, origin: `http://127.0.0.1:${serve.port + 1}` }),
    await add({ authorization: `Bearer ${agentToken}` }),
    await ask(serve, { path: '/api/rules/list', headers: { cookie } }),
    await ask(serve, { path: '/api/events', headers: { cookie } }),
    await ask(serve, { path: '/mcp', method: 'POST', headers: page, body: '{}' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 403, 401, 403, 403, 403, 403, 403, 403, 401]);
  const rules = async () => (await ask(serve, { path: '/api/rules/list', headers: page })).json;
  expect(await rules()).toEqual({ rules: [] });
  expect((await add({ ...page, origin: serve.address })).status).toBe(200);
  expect(await rules()).toMatchObject({ rules: [{ tool: 'write_file', createdBy: 'page' }] });
});

test('a browser that is signed out is out at once, and a restart keeps the others in', async () => {
  const serve = await startServe({ args: [] });
  const { cookie, key } = await enter(serve);
  const headers = { cookie, 'x-toolgate-key': key };
  const other = await enter(serve);
  await serve.stop();
  const again = await startServe({ args: ['--port', String(serve.port)], place: serve });
  const list = async () => (await ask(again, { path: '/api/page/sessions', headers })).json;
  const { sessions } = (await list()) as { sessions: { id: string; isThisOne: boolean }[] };
  expect(sessions.map(({ isThisOne }) => isThisOne)).toEqual([true, false]);
  const body = JSON.stringify({ id: sessions[1]?.id });
  const json = { 'content-type': 'application/json' };
  const ended = await ask(again, {
    path: '/api/page/sign-out',
    method: 'POST',
    headers: { ...headers, ...json },
    body,
  });
  expect(ended.status).toBe(200);
  const left = await ask(again, {
    path: '/api/page/sessions',
    headers: { cookie: other.cookie, 'x-toolgate-key': other.key },
  });
  expect(left.status).toBe(401);
});
