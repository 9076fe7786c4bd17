import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callerWith } from '../../src/host/agent.ts';
import { createWorkflowHost, resultOf } from '../support/workflow-host.ts';

/** A workflow that a person enabled, and what somebody sends to its webhook then. */
async function delivered(command: string, x: string) {
  const made = createWorkflowHost();
  const { host, create, call, answer, root } = made;
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs/a.txt'), 'text\n');
  writeFileSync(join(root, 'README.md'), 'readme\n');
  writeFileSync(join(root, '.env'), 'planted-value\n');
  writeFileSync(join(root, 'evil.py'), 'open("pwned", "w")\n');
  writeFileSync(join(root, 'evil.sh'), 'touch pwned\n');
  writeFileSync(join(root, 'good.sh'), 'echo "$@"\n');
  const inputs = { properties: { x: { type: 'string' } } };
  const workflowId = await create({ name: 'Hook', inputs, steps: [{ stepId: 's', command }] });
  const args = { direction: 'incoming', workflowId };
  await call('create_webhook', args);
  for (const { id, status } of host.approvals.list()) if (status === 'pending') answer(id, 'approve');
  const { webhookId } = resultOf(await call('create_webhook', args));
  const service = await host.workflows();
  const { secret } = await service.people.rotate(String(webhookId));
  await service.people.enable(workflowId, callerWith(host.config, 'cli', { cwd: root, env: {} }), 'person');
  const { body } = await service.receive({
    webhookId: String(webhookId),
    token: secret,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ x })),
  });
  return { ...made, executionId: String((body as { executionId?: string }).executionId) };
}

test.each([
  ['cat docs/{{inputs.x}}', '../.env'],
  ['git log --oneline {{inputs.x}}', '--output=pwned'],
  ['sort {{inputs.x}}', '-opwned'],
  ['tar cf pwned {{inputs.x}}', '.env'],
  ['rm -f docs/{{inputs.x}}', '../README.md'],
  ['python3 -m pytest -q {{inputs.x}}', '-pevil'],
  ['python3 -m pytest -q -p {{inputs.x}}', 'evil'],
  ['flask --app {{inputs.x}} routes', 'evil'],
  ['test -n {{inputs.x}} && sh "$_"', 'evil.sh'],
  ['sh good.sh {{inputs.x}}; sh "$_"', 'evil.sh'],
  ['git apply <<< {{inputs.x}}', '--- /dev/null\n+++ b/pwned\n@@ -0,0 +1 @@\n+x\n'],
])('%s was not enabled for what %s makes of it', async (command, x) => {
  const { asked, root } = await delivered(command, x);
  const { card } = await asked();
  expect(card.preview).toContain(command.split(' ')[0]);
  expect([existsSync(join(root, 'pwned')), existsSync(join(root, 'README.md'))]).toEqual([false, true]);
});

test.each([
  'cat docs/{{inputs.x}}',
  'wc -l docs/{{inputs.x}} > out.txt',
  'echo {{inputs.x}} > out.txt',
  'sh good.sh {{inputs.x}}',
  'echo {{inputs.x}} | wc -c',
])('%s runs unasked with an ordinary input', async (command) => {
  const { ended, executionId } = await delivered(command, 'a.txt');
  expect(await ended(executionId)).toMatchObject({ status: 'completed' });
});
