import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idOfFile } from '../../src/workflows/definitions/workflow-id.ts';
import { dataOf } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';
import { createWorkflowHost } from '../support/workflow-host.ts';

// Without a limit it is half a minute, or for ever; a busy machine takes a second by itself.
const HELD_MS = 4000;
const SLOW = `${'a'.repeat(40)}!`;

/** The longest time in which nobody else had a turn, while something is done. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  await work().finally(() => clearInterval(timer));
  return Math.max(longest, performance.now() - last);
}

function workflowFile(root: string, name: string, content: object): string {
  const folder = join(root, '.toolgate', 'workflows');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, JSON.stringify({ name, ...content }));
  return idOfFile(path);
}

test.each([
  ['a value', { properties: { x: { type: 'string', pattern: '^(a+)+$' } } }, SLOW],
  [
    'a name',
    { properties: { x: { type: 'object', patternProperties: { '^(a|a)*$': { type: 'string' } } } } },
    { [SLOW]: 'b' },
  ],
  [
    'many values',
    { properties: { x: { type: 'array', items: { type: 'string', pattern: '^(a|b|ab)*$' } } } },
    Array(200).fill(`${'ab'.repeat(16)}!`),
  ],
])('a schema whose pattern for %s backtracks holds nobody else up', async (_how, inputs, x) => {
  const { root, call } = createWorkflowHost();
  const workflowId = workflowFile(root, 'slow', { inputs, steps: [{ command: 'echo {{inputs.x}}' }] });
  const codes: unknown[] = [];
  const held = await longestHold(async () => {
    for (let i = 0; i < 5; i++) codes.push(codeOf(await call('run_workflow', { workflowId, inputs: { x } })));
  });
  expect(codes).toEqual(Array(5).fill('TIMEOUT'));
  expect(held).toBeLessThan(HELD_MS);
});

test('a schema of inputs that a person would write is checked as ever', async () => {
  const { root, call } = createWorkflowHost();
  const inputs = { properties: { x: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$' } } };
  const workflowId = workflowFile(root, 'plain', { inputs, steps: [{ command: 'echo {{inputs.x}}' }] });
  expect(codeOf(await call('run_workflow', { workflowId, inputs: { x: 'A' } }))).toBe('VALIDATION');
  expect(codeOf(await call('run_workflow', { workflowId, inputs: { x: 'a-b' } }))).toBe('APPROVAL_PENDING');
});

test('workflows of workflows have a limit for the steps of all of them', async () => {
  const { root, call } = createWorkflowHost();
  const steps = Array.from({ length: 200 }, (_, i) => ({ id: `s${i}`, command: 'echo hi' }));
  const leaf = workflowFile(root, 'leaf', { steps });
  const fan = (name: string, id: string, count: number) =>
    workflowFile(root, name, {
      steps: steps.slice(0, count).map(({ id: step }) => ({ id: step, workflow: id })),
    });
  const twice = fan('twice', leaf, 2);
  const wide = fan('wide', leaf, 200);
  const wider = fan('wider', wide, 200);
  const held = await longestHold(async () => {
    expect(await call('run_workflow', { workflowId: wider })).toMatchObject({
      error: { code: 'VALIDATION', message: expect.stringContaining('8,040,200 steps') },
    });
    expect(codeOf(await call('run_workflow', { workflowId: wide }))).toBe('VALIDATION');
    // What a person can still look at is planned, and others get their turn meanwhile.
    expect(codeOf(await call('run_workflow', { workflowId: twice }))).toBe('APPROVAL_PENDING');
  });
  expect(held).toBeLessThan(HELD_MS);
});

test('a run whose steps need each other in many ways goes on at once', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const layers = 50;
  const names = (layer: number) => [0, 1, 2, 3].map((i) => `l${layer}-${i}`);
  const steps = Array.from({ length: layers }, (_, layer) =>
    names(layer).map((id) => ({ id, wait: { ms: 0 }, needs: layer === 0 ? [] : names(layer - 1) })),
  ).flat();
  const workflowId = workflowFile(host.root, 'layers', { steps });
  const held = await longestHold(async () => {
    const run = await host.ended(await host.start(workflowId));
    expect(run.status).toBe('completed');
  });
  expect(held).toBeLessThan(HELD_MS);
});

test('a tool made of a workflow checks its inputs in the same time', async () => {
  const { host, root, call } = createWorkflowHost();
  const inputs = { properties: { x: { type: 'string', pattern: '^(a+)+$' } }, required: ['x'] };
  const workflowId = workflowFile(root, 'offered', { inputs, steps: [{ command: 'echo {{inputs.x}}' }] });
  dataOf(await call('get_workflow', { workflowId }));
  (await host.workflows()).people.expose(workflowId, 'offered_tool');
  const held = await longestHold(async () => {
    expect(codeOf(await call('offered_tool', { x: `${'a'.repeat(40)}!` }))).toBe('TIMEOUT');
  });
  expect(held).toBeLessThan(HELD_MS);
  expect(codeOf(await call('offered_tool', { y: 1 }))).toBe('VALIDATION');
});

test('all patterns of a step together get no more time than one', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const run = async (count: number) => {
    const outputs = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`o${i}`, { from: 'stdout', pattern: '(?:a+)+$|.' }]),
    );
    const steps = [{ id: 'e', command: `echo ${'a'.repeat(20)}!`, outputs }];
    return host.ended(await host.start(workflowFile(host.root, `patterns-${count}`, { steps })));
  };
  const held = await longestHold(async () => {
    for (const count of [90, 250]) expect((await run(count)).status).toBe('failed');
  });
  expect(held).toBeLessThan(HELD_MS);
  expect((await run(1)).status).toBe('completed');
});
