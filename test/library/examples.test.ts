import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../../examples/ai-sdk.ts';
import { createApp } from '../../examples/express.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { makeToolgate } from '../support/toolgate.ts';

test('AI SDK: a write is asked about at the terminal, and a denial is told to the model', async () => {
  const toolgate = await makeToolgate();
  const call = (id: string, path: string) => ({ id, tool: 'write_file', args: { path, content: 'x' } });
  const model = scriptedModel([call('1', 'yes.txt'), call('2', 'no.txt')], 'Half of it is done.');
  const text = await answer(toolgate, model, 'Write two files', async ({ args }) => args.path === 'yes.txt');
  expect(text).toBe('Half of it is done.');
  expect(existsSync(join(toolgate.root, 'yes.txt'))).toBe(true);
  expect(existsSync(join(toolgate.root, 'no.txt'))).toBe(false);
  expect(JSON.stringify(model.doGenerateCalls.at(-1)?.prompt)).toContain('A person did not allow write_file');
});

test('Express: a user asks, an administrator decides, nobody else does', async () => {
  const toolgate = await makeToolgate();
  const app = createApp(toolgate, (request) => ({
    name: String(request.headers['x-user']),
    isAdministrator: request.headers['x-user'] === 'ada',
  }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (user: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'x-user': user, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const write = { path: 'a.txt', content: 'from a user' };
  expect(await send('bob', '/tools/list_directory', { path: '.' })).toMatchObject({ status: 200 });
  expect(await send('bob', '/tools/write_file', write)).toMatchObject({ status: 202 });
  expect(await send('bob', '/approvals')).toMatchObject({ status: 403 });
  const [open] = JSON.parse((await send('ada', '/approvals')).text);
  expect(open).toMatchObject({ tool: 'write_file', client: 'bob' });
  expect(await send('bob', `/approvals/${open.id}`, { approve: true })).toMatchObject({ status: 403 });
  expect(await send('bob', '/tools/write_file', write)).toMatchObject({ status: 202 });
  expect(await send('ada', `/approvals/${open.id}`, { approve: true })).toMatchObject({ status: 200 });
  expect(await send('bob', '/tools/write_file', write)).toMatchObject({ status: 200 });
  expect(readFileSync(join(toolgate.root, 'a.txt'), 'utf8')).toBe('from a user');
});

test('the custom tool takes 15 lines', () => {
  const text = readFileSync(join(import.meta.dirname, '../../examples/custom-tool.ts'), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(16);
});
