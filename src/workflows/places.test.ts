import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../test/support/host.ts';
import { temporaryDirectory } from '../../test/support/program.ts';
import { callerWith } from '../host/agent.ts';

/** A host with two directories of a root, and a caller that stands where it is told. */
function standing() {
  const { host, root, call } = createTestHost({ permissionLevel: 'full_access' });
  const place = (name: string): string => {
    mkdirSync(join(root, name), { recursive: true });
    return realpathSync(join(root, name));
  };
  const at = (cwd: string) => ({ ...callerWith(host.config, 'cli', { cwd, roots: [root] }), session: 's' });
  return { host, call, place, at };
}

const WHERE = { name: 'Where', steps: [{ command: 'pwd' }] };

test('a workflow without a project works in the project its caller is in, or the only one', async () => {
  const { host, call, place, at } = standing();
  const project = place('proj');
  const sub = place('proj/sub');
  dataOf(await call('register_project', { path: project }));
  const { workflowId } = dataOf(await call('create_workflow', WHERE));
  const run = async (cwd: string) =>
    dataOf(await host.call({ tool: 'run_workflow', args: { workflowId }, caller: at(cwd) }));
  for (const cwd of [project, sub, temporaryDirectory()])
    expect(await run(cwd)).toMatchObject({ steps: [{ text: project }] });
  const elsewhere = place('elsewhere');
  expect(await run(elsewhere)).toMatchObject({ steps: [{ text: project }] });
  const agent = { ...at(elsewhere), transport: 'stdio' } as const;
  const ofAgent = await host.call({ tool: 'run_workflow', args: { workflowId }, caller: agent });
  expect(dataOf(ofAgent)).toMatchObject({ steps: [{ text: elsewhere }] });
});

test('with several projects and a caller in none, they are listed', async () => {
  const { host, call, place, at } = standing();
  const projects = [place('a'), place('b')];
  for (const path of projects) dataOf(await call('register_project', { path }));
  const { workflowId } = dataOf(await call('create_workflow', WHERE));
  expect(
    await host.call({ tool: 'run_workflow', args: { workflowId }, caller: at(temporaryDirectory()) }),
  ).toMatchObject({
    error: { code: 'VALIDATION', hint: expect.stringContaining(projects.join(', ')) },
  });
});

test('a run is no agent any more once it has ended', async () => {
  const { host, call } = createTestHost({ permissionLevel: 'full_access' });
  const { workflowId } = dataOf(await call('create_workflow', WHERE));
  expect(dataOf(await call('run_workflow', { workflowId }))).toMatchObject({ status: 'completed' });
  expect(host.agents.list().filter(({ session }) => session.startsWith('run:'))).toEqual([]);
});
