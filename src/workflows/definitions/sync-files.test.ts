import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { createWorkflowHost } from '../../../test/support/workflow-host.ts';

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
