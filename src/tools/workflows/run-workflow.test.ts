import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

test('a graph of steps runs through the gate, in its order, with outputs handed on', async () => {
  const { call, root } = createTestHost({ permissionLevel: 'full_access' });
  const made = dataOf(
    await call('create_workflow', {
      name: 'Release',
      inputs: { properties: { tag: { type: 'string' } }, required: ['tag'] },
      steps: [
        { name: 'Version', command: 'echo 1.2.3', outputs: { version: {} } },
        { name: 'Tests', needs: [], command: 'true' },
        {
          name: 'Write',
          needs: ['version', 'tests'],
          command: 'echo "$V" {{inputs.tag}} > out.txt',
          env: { V: '{{steps.version.outputs.version}}' },
        },
        { name: 'Never', needs: ['write'], when: 'inputs.tag == "other"', command: 'touch never' },
      ],
      outputs: { version: '{{steps.version.outputs.version}}' },
    }),
  );
  const run = dataOf(
    await call('run_workflow', { workflowId: made.workflowId, inputs: { tag: "it's; rm -rf x" } }),
  );
  expect(run).toMatchObject({
    status: 'completed',
    outputs: { version: '1.2.3' },
    steps: [
      { stepId: 'version', status: 'completed', exitCode: 0 },
      { stepId: 'tests', status: 'completed' },
      { stepId: 'write', status: 'completed' },
      { stepId: 'never', status: 'skipped' },
    ],
  });
  expect(readFileSync(join(root, 'out.txt'), 'utf8')).toBe("1.2.3 it's; rm -rf x\n");
  writeFileSync(join(root, 'x'), '');
});
