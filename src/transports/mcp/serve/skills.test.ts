import { expect, test } from 'vitest';
import { createWorkflowHost } from '../../../../test/support/workflow-host.ts';
import { callerWith } from '../../../host/agent.ts';
import { loadSkills } from './skills.ts';

test('workflows and step templates are skills beside those that come with the program', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const caller = callerWith(host.host.config, 'stdio', { cwd: host.root });
  const catalog = await loadSkills(host.host, caller);
  const names = () => catalog.entries.map(({ frontmatter }) => frontmatter.name);
  expect(names()).toContain('write-workflows');
  expect(names()).not.toContain('workflow-ship-it');
  const workflowId = await host.create({
    name: 'Ship it!',
    description: 'Ships.',
    steps: [{ command: 'true' }],
  });
  await expect.poll(names).toEqual(expect.arrayContaining(['workflow-ship-it', 'step-templates']));
  await host.call('delete_workflow', { workflowId });
  await expect.poll(names).not.toContain('workflow-ship-it');
});
