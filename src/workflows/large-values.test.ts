import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkflowHost } from '../../test/support/workflow-host.ts';

const TOO_MUCH = {
  error: { code: 'VALIDATION', message: expect.stringContaining('more than 8,000,000 characters') },
};

/** A workflow of a repository, and its id. */
async function fromFile(text: string) {
  const made = createWorkflowHost();
  mkdirSync(join(made.root, '.toolgate/workflows'), { recursive: true });
  writeFileSync(join(made.root, '.toolgate/workflows/a.yml'), text);
  const answer = await made.call('list_workflows', {});
  const [, workflowId = ''] = /"workflowId":"([^"]+)"/.exec(JSON.stringify(answer)) ?? [];
  return { ...made, workflowId };
}

const INPUTS = 'name: Fill\ninputs:\n  properties:\n    x: {type: string}\nsteps:\n';

test('a workflow that multiplies its inputs is refused while it is planned, and nobody is asked', async () => {
  const many = '{{inputs.x}}'.repeat(100);
  const args = Array.from({ length: 20 }, (_, at) => `      a${at}: "${many}"\n`).join('');
  const { call, host, workflowId } = await fromFile(
    `${INPUTS}  - id: s\n    tool: write_file\n    args:\n${args}`,
  );
  expect(await call('run_workflow', { workflowId, inputs: { x: 'x'.repeat(400_000) } })).toMatchObject(
    TOO_MUCH,
  );
  expect(host.approvals.list('pending')).toEqual([]);
});

test('steps that are small each are counted together', async () => {
  const step = (at: number) =>
    `  - id: s${at}\n    tool: write_file\n    args:\n      path: a\n      content: "{{inputs.x}}{{inputs.x}}"\n`;
  const { call, workflowId } = await fromFile(
    INPUTS + Array.from({ length: 50 }, (_, at) => step(at)).join(''),
  );
  expect(await call('run_workflow', { workflowId, inputs: { x: 'x'.repeat(200_000) } })).toMatchObject(
    TOO_MUCH,
  );
});

test('a large text that is handed on a few times is planned and asked about', async () => {
  const { call, workflowId } = await fromFile(
    `${INPUTS}  - id: s\n    tool: write_file\n    args: {path: a.txt, content: "a {{inputs.x}} b"}\n`,
  );
  expect(await call('run_workflow', { workflowId, inputs: { x: 'x'.repeat(1_000_000) } })).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
});

test('placeholders are looked at as many as a file can have, and names are listed in part', async () => {
  const { call } = createWorkflowHost();
  const names = Array.from({ length: 1500 }, (_, at) => `a${at}`);
  const workflow = (content: string) => ({
    name: 'Many',
    inputs: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) },
    steps: [{ tool: 'write_file', args: { path: 'a.txt', content } }],
  });
  const startedAt = performance.now();
  expect(await call('create_workflow', workflow('{{inputs.a1499}}'.repeat(200_000)))).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('has 200000 placeholders; at most 2500') },
  });
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(await call('create_workflow', workflow('{{inputs.b}}'))).toMatchObject({
    error: { message: expect.stringContaining('a19 and 1480 more') },
  });
  expect(await call('create_workflow', workflow('{{inputs.a1499}}'.repeat(2000)))).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
});

test('a step that would be filled with too much fails by itself, and says why', async () => {
  const { create, start, ended } = createWorkflowHost();
  const look = { stepId: 'look', command: 'yes word | head -c 40000', outputs: { text: {} } };
  const content = '{{steps.look.outputs.text}}'.repeat(250);
  const workflowId = await create({
    name: 'Late',
    steps: [look, { stepId: 'keep', tool: 'write_file', args: { path: 'a.txt', content } }],
  });
  expect(await ended(await start(workflowId))).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('Step "keep": The placeholders would be filled'),
  });
});

test('a run whose outputs would be too large has failed and says so; one that was cancelled stays cancelled', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const large = (step: object) => ({
    name: 'Large',
    inputs: { type: 'object', properties: { x: { type: 'string' } } },
    steps: [{ stepId: 's', ...step }],
    outputs: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`o${at}`, '{{inputs.x}}'])),
  });
  const start = async (step: object) =>
    host.start(await host.create(large(step)), { x: 'x'.repeat(200_000) });
  expect(await host.ended(await start({ command: 'true' }))).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('The placeholders would be filled with more than'),
    steps: [{ status: 'completed' }],
  });
  const waiting = await start({ wait: { event: 'go' } });
  await host.until(waiting, ({ status }) => status === 'waiting');
  await host.call('cancel_execution', { executionId: waiting });
  expect(await host.ended(waiting)).toMatchObject({ status: 'cancelled' });
});
