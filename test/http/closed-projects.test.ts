import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createToken, type Place, type Serve, startServe, toolgate } from '../support/http.ts';
import { openSession } from '../support/mcp-http.ts';
import { type ModelServer, serveModel } from '../support/model-server.ts';

type Data = Record<string, unknown>;

const CONTENT = 'what is in the project';

/** A directory with a file, which a person opened to agents. */
async function openProject(place: Place, name: string) {
  const path = join(place.home, name);
  mkdirSync(path);
  const file = join(path, 'a.txt');
  writeFileSync(file, CONTENT);
  await toolgate(place, 'projects', 'add', path);
  return { path, file };
}

async function closeProject(place: Place, path: string): Promise<void> {
  const projects = JSON.parse(await toolgate(place, 'projects', 'list', '--json')) as Data[];
  await toolgate(place, 'projects', 'remove', String(projects.find((one) => one.path === path)?.id));
}

test('a project that a person closes is closed to sessions that are open, and one they open is open', async () => {
  const serve = await startServe({ args: [], hasRoot: false });
  const [closed, kept] = [await openProject(serve, 'closed'), await openProject(serve, 'kept')];
  const session = await openSession(serve);
  const call = async (name: string, args: Data) =>
    JSON.stringify((await session.request('tools/call', { name, arguments: args })).answer);
  const read = (path: string) => call('read_file', { path });
  const uri = pathToFileURL(closed.file).href;
  const resource = async () => JSON.stringify((await session.request('resources/read', { uri })).answer);
  expect([await read(closed.file), await resource()]).toEqual(
    Array(2).fill(expect.stringContaining(CONTENT)),
  );
  await session.request('resources/subscribe', { uri });
  const stream = await session.listen();

  await closeProject(serve, closed.path);
  const command = `cat ${closed.file}`;
  const answers = [await read(closed.file), await resource()];
  answers.push(await call('shell_execute', { command, cwd: closed.path }));
  expect(answers).toEqual(Array(3).fill(expect.stringContaining('OUTSIDE_ROOT')));
  expect(await call('shell_execute', { command, cwd: kept.path })).not.toContain(CONTENT);
  expect(await read(kept.file)).toContain(CONTENT);
  const again = await session.request('resources/subscribe', { uri });
  expect(again.answer?.error?.message).toContain('OUTSIDE_ROOT');

  const later = await openProject(serve, 'later');
  expect(await read(later.file)).toContain(CONTENT);
  const told = pathToFileURL(later.file).href;
  await session.request('resources/subscribe', { uri: told });
  for (const file of [closed.file, later.file]) writeFileSync(file, 'changed');
  await stream.message('the change', ({ params }) => params?.uri === told);
  expect(JSON.stringify(stream.events())).not.toContain(uri);
});

async function startTalk(model: ModelServer, place?: Place) {
  const env = { TOOLGATE_ASSISTANT_URL: `${model.origin}/v1`, TOOLGATE_ASSISTANT_MODEL: 'm' };
  return startServe({ env, args: [], hasRoot: false, ...(place && { place }) });
}

test('a project that a person closes is closed to conversations, also after a restart', async () => {
  let reads = '';
  const model = await serveModel(({ n }) =>
    n % 2 === 0 ? { calls: [{ name: 'read_file', args: { path: reads } }] } : { text: 'Done.' },
  );
  const first = await startTalk(model);
  const project = await openProject(first, 'project');
  reads = project.file;
  const token = await createToken(first, 'person', '--scope', 'admin');
  const ask = async ({ address }: Serve, path: string, body?: Data): Promise<Data> => {
    const response = await fetch(`${address}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Data;
  };
  const { id } = await ask(first, 'conversations', { projectPath: project.path });
  const said = async (serve: Serve): Promise<unknown> => {
    await ask(serve, `conversations/${id}/messages`, { text: 'Read it' });
    for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
      const { status, calls } = await ask(serve, `conversations/${id}`);
      if (status === 'idle') return (calls as Data[]).at(-1)?.result;
    }
    throw new Error('The turn did not end');
  };
  expect(await said(first)).toContain(CONTENT);
  await closeProject(first, project.path);
  expect(await said(first)).toContain('OUTSIDE_ROOT');
  await first.stop();
  const second = await startTalk(model, first);
  expect(await said(second)).toContain('OUTSIDE_ROOT');
  await toolgate(second, 'projects', 'add', project.path);
  expect(await said(second)).toContain(CONTENT);
});
