import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACTS } from '../../src/host/admin/index.ts';
import { startServer } from '../support/approving.ts';
import { createToken, type Serve, startServe, toolgate } from '../support/http.ts';
import { connectHttpAgent } from '../support/http-agent.ts';

type Data = Record<string, unknown>;

const api =
  ({ address }: Serve, token: string) =>
  async (path: string, body?: Data): Promise<{ status: number; body: Data }> => {
    const response = await fetch(`${address}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Data };
  };

async function startWithAdmin() {
  const server = await startServer();
  const admin = api(server.serve, await createToken(server.serve, 'admin', '--scope', 'admin'));
  return { ...server, admin };
}

test('every act that reads answers over HTTP what the command line gets', async () => {
  const { admin, serve } = await startWithAdmin();
  const added = await admin('rules/add', {
    verdict: 'deny',
    tool: 'read_file',
    pattern: { paths: ['/x/**'] },
  });
  expect(added).toMatchObject({ status: 200, body: { verdict: 'deny', createdBy: 'token:admin' } });
  const { body } = await admin('rules/list');
  expect(body.rules).toEqual(JSON.parse(await toolgate(serve, 'rules', 'list', '--json')));
  expect((await admin('tokens')).body.tokens).toEqual(
    JSON.parse(await toolgate(serve, 'tokens', 'list', '--json')),
  );
  expect(JSON.stringify((await admin('tokens')).body)).not.toContain('hash');
  expect(await admin('rules/remove', { id: added.body.id })).toMatchObject({ status: 200 });
  expect((await admin('rules')).body).toEqual({ rules: [] });
  expect((await admin('status')).body).toMatchObject({ mode: 'execute_with_confirm', inFlight: 0 });
});

test('the record is read with numbers and flags in the query', async () => {
  const { admin, agent, root } = await startWithAdmin();
  writeFileSync(join(root, 'a.txt'), 'hi\n');
  await agent.call('read_file', { path: join(root, 'a.txt') });
  await agent.call('read_file', { path: join(root, 'missing.txt') });
  const failed = await admin('audit?failed=true&limit=5');
  expect(failed.body.entries).toMatchObject([{ body: { tool: 'read_file', code: 'NOT_FOUND' } }]);
  expect((await admin('audit?limit=1')).body.entries).toHaveLength(1);
  expect(await admin('audit?limit=many')).toMatchObject({ status: 400 });
});

test('what is wrong with a request is said, and nothing happens', async () => {
  const { admin } = await startWithAdmin();
  const answers = [
    await admin('rules/add', { verdict: 'maybe', tool: 'read_file' }),
    await admin('rules/add', { verdict: 'deny', tool: 'raed_file' }),
    await admin('rules/add', { verdict: 'deny', tool: 'read_file', extra: 1 }),
    await admin('rules/remove'),
    await admin('nothing/here'),
    await admin('projects/add', { path: '/' }),
    await admin('executions/nothing'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 409, 400, 405, 404, 409, 404]);
  expect(answers[1]?.body.error).toContain('did you mean "read_file"');
  expect((await admin('rules')).body).toEqual({ rules: [] });
});

test('each act asks for its own scope, and an agent has none of them but its tools', async () => {
  const { serve, tokens } = await startServer();
  const asAgent = api(serve, tokens.agent);
  for (const { name, scope, isRead } of ACTS) {
    const { status } = await asAgent(name, isRead ? undefined : {});
    expect([name, status === 403]).toEqual([name, scope !== 'tools:call']);
  }
});

test('the interface describes itself, every act with its schema and scope', async () => {
  const { serve } = await startServer();
  const response = await fetch(`${serve.address}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Data>> };
  for (const { name, about, scope, isRead } of ACTS)
    expect(paths[`/api/${name}`]?.[isRead ? 'get' : 'post']).toMatchObject({
      summary: about,
      security: [{ token: [scope] }],
    });
  expect(paths['/api/approvals/{id}']?.post).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true }],
    requestBody: { content: { 'application/json': { schema: { required: ['verdict'] } } } },
  });
});

test('a changed mode binds the next call of a client that is connected, and stays in the file', async () => {
  const serve = await startServe({ args: [] });
  const file = join(serve.home, '.toolgate/config.json');
  const admin = api(serve, await createToken(serve, 'admin', '--scope', 'admin'));
  await admin('settings/set', { autoApprove: { enabled: true, tools: ['write_file'] } });
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), trashDays: 7 }));
  const client = await connectHttpAgent(serve, serve.token);
  const write = async () => {
    const path = join(serve.root, 'a.txt');
    const { isError } = await client.callTool({ name: 'write_file', arguments: { path, content: 'x' } });
    return isError === true ? 'refused' : 'written';
  };
  const offered = async () => (await client.listTools()).tools.some(({ name }) => name === 'write_file');
  expect([await write(), await offered()]).toEqual(['written', true]);
  const changed = await admin('settings/set', { permissionLevel: 'read_only' });
  expect(changed.body).toMatchObject({ permissionLevel: 'read_only', file, overridden: [] });
  expect([await write(), await offered()]).toEqual(['refused', false]);
  await admin('settings/set', { permissionLevel: 'full_access', toolPermissions: { write_file: 'blocked' } });
  expect(await write()).toBe('refused');
  await admin('settings/set', { toolPermissions: { write_file: null } });
  expect(await write()).toBe('written');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    autoApprove: { enabled: true, tools: ['write_file'] },
    trashDays: 7,
    permissionLevel: 'full_access',
    toolPermissions: {},
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a mode that the host was started with is not lifted by the file, and the answer says so', async () => {
  const serve = await startServe({ args: ['--mode', 'read_only'] });
  const admin = api(serve, await createToken(serve, 'admin', '--scope', 'admin'));
  expect((await admin('settings/set', { permissionLevel: 'full_access' })).body).toMatchObject({
    permissionLevel: 'read_only',
    overridden: ['permissionLevel'],
  });
  expect(await admin('settings/set', { toolPermissions: { raed_file: 'blocked' } })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('did you mean "read_file"') },
  });
});
