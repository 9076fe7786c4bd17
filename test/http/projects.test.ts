import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../support/approving.ts';
import { toolgate } from '../support/http.ts';

test('without a root, what a person registered is open, and a single project is where relative paths start', async () => {
  const { agent, serve } = await startServer({ hasRoot: false });
  const project = join(serve.home, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  writeFileSync(join(project, 'a.txt'), 'text\n');
  expect(await agent.call('read_file', { path: join(project, 'a.txt') })).toMatchObject({ isError: true });
  await toolgate(serve, 'projects', 'add', project);
  expect(await agent.call('read_file', { path: 'a.txt' })).toMatchObject({
    structuredContent: { content: 'text\n' },
  });
  const [found] = JSON.parse(await toolgate(serve, 'projects', 'list', '--json')) as { id: string }[];
  await toolgate(serve, 'projects', 'remove', String(found?.id));
  expect(await agent.call('read_file', { path: join(project, 'a.txt') })).toMatchObject({ isError: true });
});

test('with a root, a project elsewhere is not open, and who adds it is told', async () => {
  const { agent, serve } = await startServer();
  const project = join(serve.home, 'elsewhere');
  mkdirSync(project);
  writeFileSync(join(project, 'a.txt'), 'text\n');
  expect(await toolgate(serve, 'projects', 'add', project)).toMatch(
    /\nAgents cannot use it yet: this host opens only the directories it was given/,
  );
  expect(await toolgate(serve, 'projects', 'list')).toMatch(/elsewhere {2}\(not open to agents\)/);
  expect(await agent.call('read_file', { path: join(project, 'a.txt') })).toMatchObject({ isError: true });
});
