import { expect, test } from 'vitest';
import { ask, startServe } from '../support/http.ts';
import { callTool, openSession } from '../support/mcp-http.ts';
import { startProgram, temporaryDirectory } from '../support/program.ts';

test('fixtures alone need no token', async () => {
  const server = await startServe({ args: ['--pack', 'conformance'] });
  const said = server.stderr();
  expect(said.split('\n')[0]).toBe(`MCP is served at ${server.address}/mcp`);
  expect(said).toContain('\nNo token is needed.\n');
  expect(said.endsWith('Stop with Ctrl-C.\n')).toBe(true);
  const { answer } = await callTool(server, 'greet', { name: 'A' });
  expect(answer?.result?.content).toEqual([{ type: 'text', text: 'Hello, A!' }]);
  const session = await openSession(server);
  expect((await session.request('ping')).status).toBe(200);
  const real = await callTool(server, 'read_file', { path: '/etc/passwd' });
  expect(real.answer?.error).toMatchObject({ code: -32602, message: expect.stringContaining('no tool') });
  expect((await ask(server, { path: '/api/tools', headers: { origin: 'http://evil.example' } })).status).toBe(
    403,
  );
});

test('fixtures beside real tools need one', async () => {
  const server = await startServe({ args: ['--pack', 'conformance,gate'] });
  expect(server.token).toMatch(/^tg_/);
  expect((await callTool(server, 'greet', { name: 'A' }, { token: '' })).status).toBe(401);
});

test('on a loopback address the token can be waived', async () => {
  const server = await startServe({ args: ['--auth', 'none'] });
  expect(server.stderr()).toContain('No token is needed.');
  expect((await ask(server, { path: '/api/tools' })).status).toBe(200);
  expect((await ask(server, { path: '/api/tools', headers: { host: 'evil.example' } })).status).toBe(403);
});

test.each([
  ['0.0.0.0', '--auth', 'none'],
  ['::', '--auth', 'none'],
  ['192.0.2.1', '--auth', 'none'],
  ['0.0.0.0', '--pack', 'conformance'],
])('without a token it does not serve on %s: %s %s', async (host, ...flags) => {
  const home = temporaryDirectory();
  const args = ['serve', '--host', host, '--port', '0', '--data-dir', `${home}/data`, ...flags];
  const program = startProgram(args, { cwd: home, env: { HOME: home } });
  expect(await program.exit).toEqual({ code: 2, signal: null });
  expect(program.stderr()).toBe(`toolgate: auth "none" is for loopback addresses only, not ${host}.\n`);
});

test('a port that is in use is wrong use', async () => {
  const server = await startServe();
  const home = temporaryDirectory();
  const args = ['serve', '--port', String(server.port), '--data-dir', `${home}/data`];
  const program = startProgram(args, { cwd: home, env: { HOME: home } });
  expect(await program.exit).toEqual({ code: 2, signal: null });
  expect(program.stderr()).toBe(
    `toolgate: Cannot listen on 127.0.0.1:${server.port}: it is in use; choose another with --port.\n`,
  );
});
