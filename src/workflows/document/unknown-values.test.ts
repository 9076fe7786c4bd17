import { expect, test } from 'vitest';
import { createWorkflowHost } from '../../../test/support/workflow-host.ts';
import { documentFrom } from './parse-document.ts';

const echo = (value: string) => ({
  stepId: 'b',
  command: 'echo "[$V]"',
  env: { V: value },
  outputs: { said: {} },
});
const host = () => createWorkflowHost({ permissionLevel: 'full_access' });

test('what nothing hands on is refused when the workflow is stored', async () => {
  const { call, create } = host();
  const child = await create({ name: 'Child', outputs: { t: '{{run.id}}' }, steps: [{ command: 'true' }] });
  const refused = async (document: object) => {
    const answer = await call('create_workflow', { name: 'Bad', ...document });
    return answer.kind === 'result' && !answer.ok
      ? `${answer.error.code}: ${answer.error.message} ${answer.error.hint}`
      : '';
  };
  const outputs = { v: { from: 'result', path: 'x' } };
  const wait = { stepId: 'w', wait: { event: 'go' } };
  const steps = [{ command: 'true' }];
  const cases: [object, string][] = [
    [{ steps: [{ ...wait, outputs }] }, 'its output "event"'],
    [{ steps: [{ stepId: 'a', approval: 'Sure?', outputs }] }, 'approval step takes no outputs'],
    [{ steps: [{ stepId: 'c', workflow: child, outputs }] }, 'those of the workflow'],
    [{ steps: [wait, echo('{{steps.w.outputs.v}}')] }, 'no output "v"; there is event'],
    [{ steps: [{ stepId: 'w', wait: { ms: 1 } }, echo('{{steps.w.outputs.event}}')] }, 'no output "event"'],
    [
      { steps: [{ stepId: 'c', workflow: child }, echo('{{steps.c.outputs.nope}}')] },
      'no output "nope" It has t.',
    ],
    [
      {
        steps: [
          { stepId: 'c', workflow: child },
          { ...echo('x'), when: 'steps.c.outputs.no == 1' },
        ],
      },
      'no output "no"',
    ],
    [
      { steps: [{ stepId: 'c', workflow: child }], outputs: { o: '{{steps.c.outputs.no}}' } },
      'no output "no"',
    ],
    [{ steps, concurrency: { key: '{{inputs.z}}' } }, 'no input "z"'],
    [{ steps, concurrency: { key: 'k-{{what}}' } }, '{{what}} cannot be filled in'],
    [{ steps, concurrency: { key: '{{run.id}}' } }, 'no run.id here'],
    [{ steps: [echo('{{run.nothing}}')] }, 'no run.nothing here; there are run.id, run.failed'],
  ];
  for (const [document, words] of cases) expect(await refused(document)).toContain(words);
  const inputs = { properties: { z: { type: 'string' } } };
  await create({ name: 'Good', inputs, steps, concurrency: { key: 'k-{{inputs.z}}' } });
  const payload = { now: '{{run.status}} after {{run.durationMs}}' };
  expect(documentFrom({ name: 'Told', steps, notify: { webhookId: 'act_1', payload } }).notify).toMatchObject(
    { payload },
  );
});

test('an event brings its data to the steps after it, and a field that it lacks fails them', async () => {
  const { create, start, ended, host: own } = host();
  const child = await create({
    name: 'Child',
    outputs: { t: '{{steps.one.outputs.n}}' },
    steps: [{ stepId: 'one', command: 'echo 7', outputs: { n: {} } }],
  });
  const workflowId = await create({
    name: 'Parent',
    steps: [
      { stepId: 'w', wait: { event: 'go' }, timeoutMs: 60_000 },
      { stepId: 'c', workflow: child },
      { ...echo('{{steps.w.outputs.event.x}} {{steps.c.outputs.t}}'), needs: ['w', 'c'] },
      { ...echo('{{steps.w.outputs.event.y}}'), stepId: 'no', needs: ['w'] },
    ],
  });
  const run = await start(workflowId);
  await (await own.workflows()).people.signal(run, 'go', { x: 'val' });
  expect(await ended(run)).toMatchObject({
    steps: [
      { status: 'completed' },
      { status: 'completed' },
      { outputs: { said: '[val 7]' } },
      {
        status: 'failed',
        error: { message: expect.stringContaining('{{steps.w.outputs.event.y}} has no value') },
      },
    ],
  });
});

test('a report after a failure is made without the values that never came', async () => {
  const { create, start, ended } = host();
  const workflowId = await create({
    name: 'Report',
    steps: [
      { stepId: 'bad', command: 'exit 1', outputs: { v: {} } },
      { ...echo('{{steps.bad.outputs.v}}'), when: 'failed' },
    ],
  });
  expect(await ended(await start(workflowId))).toMatchObject({
    steps: [{ status: 'failed' }, { outputs: { said: '[]' } }],
  });
});

test('what is written in another way than it has to be is explained', async () => {
  const { call, create } = host();
  const child = await create({
    name: 'Greet',
    inputs: { properties: { who: { type: 'string' } }, required: ['who'] },
    steps: [{ command: 'true' }],
  });
  const inputs = { properties: { s: { type: 'string' } } };
  const steps = [{ command: 'true' }];
  const cases: [object, string][] = [
    [
      { inputs, steps: [{ command: 'true', when: "inputs.s startsWith 'df'" }] },
      "startsWith(inputs.x, 'text')",
    ],
    [{ steps, schedule: { cron: '0 0 31 2 *' } }, 'never comes'],
    [{ steps: [{ stepId: 'greet', workflow: child }] }, 'Step "greet" runs Greet: '],
  ];
  for (const [document, words] of cases) {
    const answer = await call('create_workflow', { name: 'Bad', ...document });
    expect(answer).toMatchObject({ error: { code: 'VALIDATION', message: expect.stringContaining(words) } });
  }
  await create({ name: 'Leap', steps, schedule: { cron: '0 0 29 2 *' } });
});
