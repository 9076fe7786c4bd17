import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkflowHost } from '../../../test/support/workflow-host.ts';

const host = () => createWorkflowHost({ permissionLevel: 'full_access' });

const statusesOf = (run: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    (run.steps as { stepId: string; status: string }[]).map((one) => [one.stepId, one.status]),
  );

test('a text that is compared is no word of the language', async () => {
  const { create, start, ended } = host();
  const inputs = { properties: { mode: { type: 'string' } } };
  const after = (stepId: string, when: string) => ({ stepId, needs: ['bad'], when, command: 'true' });
  const workflowId = await create({
    name: 'Words',
    inputs,
    steps: [
      { stepId: 'bad', needs: [], command: 'exit 1' },
      after('text', "inputs.mode == 'always'"),
      after('quoted', 'inputs.mode == "always" || inputs.mode == "failed"'),
      after('word', 'always'),
      after('both', "always && inputs.mode == 'always'"),
      after('failed', 'failed'),
      after('run', "run.id != 'x'"),
    ],
  });
  expect(statusesOf(await ended(await start(workflowId, { mode: 'always' })))).toEqual({
    bad: 'failed',
    text: 'skipped',
    quoted: 'skipped',
    word: 'completed',
    both: 'completed',
    failed: 'completed',
    run: 'skipped',
  });
});

test('a condition on the exit code or the error of a step runs after that step failed, and after no other', async () => {
  const { create, start, ended } = host();
  const step = (stepId: string, needs: string[], when: string) => ({ stepId, needs, when, command: 'true' });
  const workflowId = await create({
    name: 'Codes',
    steps: [
      { stepId: 'three', needs: [], command: 'exit 3' },
      { stepId: 'one', needs: [], command: 'exit 1' },
      { stepId: 'good', needs: [], command: 'true' },
      { stepId: 'soft', needs: [], command: 'exit 1', continueOnError: true },
      { stepId: 'left-out', needs: ['three'], command: 'true' },
      step('is-three', ['three'], 'steps.three.exitCode == 3'),
      step('is-four', ['three'], 'steps.three.exitCode == 4'),
      step('error', ['three'], "steps.three.error.code == 'EXEC_FAILED'"),
      step('far', ['left-out'], 'steps.three.exitCode == 3'),
      step('other', ['three', 'one'], 'steps.three.exitCode == 3'),
      step('both', ['three', 'one'], 'steps.three.exitCode == 3 && steps.one.exitCode == 1'),
      step('deploy', ['good', 'one'], 'steps.good.exitCode == 0'),
      step('after-soft', ['good', 'soft'], 'steps.soft.exitCode == 1'),
    ],
  });
  expect(statusesOf(await ended(await start(workflowId)))).toEqual({
    three: 'failed',
    one: 'failed',
    good: 'completed',
    soft: 'failed',
    'left-out': 'skipped',
    'is-three': 'completed',
    'is-four': 'skipped',
    error: 'completed',
    far: 'completed',
    other: 'skipped',
    both: 'completed',
    deploy: 'skipped',
    'after-soft': 'completed',
  });
});

test('a step that failed says how a step gets more access', async () => {
  const { create, start, ended, root } = host();
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { bad: 'exit 4' } }));
  const workflowId = await create({
    name: 'Hint',
    steps: [
      { stepId: 'r', needs: [], command: 'exit 5' },
      { stepId: 's', needs: [], script: 'bad' },
    ],
  });
  const { error, steps } = await ended(await start(workflowId));
  const words = [error, ...(steps as { error: { message: string } }[]).map((step) => step.error.message)];
  expect(words[0]).toMatch(/exit.* If that is why.*write the step as tool: shell_execute/);
  for (const text of words) expect(text).not.toContain('call again');
});
