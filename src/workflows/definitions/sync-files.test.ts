import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { createWorkflowHost } from '../../../test/support/workflow-host.ts';
import { callerWith } from '../../host/agent.ts';
import { idOfFile } from './workflow-id.ts';

test('a workflow file with a mistake is named where the others are listed, with line and field', async () => {
  const { call, root, host } = createWorkflowHost();
  const folder = join(root, '.toolgate/workflows');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'right.yml'), 'name: Right\nsteps:\n  - command: ls\n');
  const listed = async () => dataOf(await call('list_workflows'));
  expect(await listed()).toMatchObject({ workflows: [{ name: 'Right' }] });
  expect(await listed()).not.toHaveProperty('wrongFiles');
  const broken = join(folder, 'broken.yml');
  writeFileSync(broken, 'name: Broken\nsteps:\n  - id: a\n    comand: ls\n');
  for (const _ of ['read', 'read before'])
    expect(await listed()).toMatchObject({
      workflows: [{ name: 'Right' }],
      wrongFiles: [expect.stringMatching(/broken\.yml:4: .*comand/)],
    });
  expect((await host.workflows()).people.wrongFiles([root])).toHaveLength(1);
  writeFileSync(broken, 'name: Broken\nsteps:\n  - id: a\n    command: ls\n');
  expect(await listed()).not.toHaveProperty('wrongFiles');
});

/** An agent in the directory around a project that has a workflow. */
function aroundProject() {
  const made = createWorkflowHost({ permissionLevel: 'full_access' });
  const project = join(made.root, 'shop');
  const file = join(project, '.toolgate/workflows/tock.yml');
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'name: Tock\nschedule: { cron: "5 4 * * 1" }\nsteps:\n  - id: a\n    command: pwd\n');
  const caller = callerWith(made.host.config, 'stdio', { cwd: project });
  return { ...made, project, file, caller, id: idOfFile(file) };
}

test('an enabled workflow stays so when the directory around its project is looked through', async () => {
  const { call, host, root, file, caller, id } = aroundProject();
  const { people } = await host.workflows();
  expect(await people.enable(id, caller, 'me')).toMatchObject({ isEnabled: true });
  expect(dataOf(await call('list_workflows'))).toMatchObject({
    workflows: [{ name: 'Tock', isEnabled: true }],
  });
  expect(people.list(caller.roots)).toMatchObject([{ name: 'Tock', isEnabled: true }]);

  rmSync(file);
  for (const _ of ['just now', 'before'])
    expect(people.wrongFiles([root])).toEqual([
      `${file}: the file is gone or cannot be read; its workflow "Tock", which was enabled, starts no more`,
    ]);
  expect(people.list([root])).toEqual([]);
});

test('a workflow of a registered project is there and runs in it, in whatever directory around it an agent is', async () => {
  const { call, host, root, project, id } = aroundProject();
  expect(dataOf(await call('list_workflows'))).toMatchObject({ workflows: [] });
  dataOf(await call('register_project', { path: project }));
  expect(dataOf(await call('list_workflows'))).toMatchObject({ workflows: [{ workflowId: id }] });
  const { people } = await host.workflows();
  const around = callerWith(host.config, 'stdio', { cwd: root });
  expect(await people.enable(id, around, 'me')).toMatchObject({ isEnabled: true });
  expect(dataOf(await call('run_workflow', { workflowId: id }))).toMatchObject({
    steps: [{ text: project }],
  });
});
