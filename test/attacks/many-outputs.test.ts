import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longestWait } from '../support/longest-wait.ts';
import { createWorkflowHost } from '../support/workflow-host.ts';

const LONG = { timeout: 300_000 };
/** Less than a person notices on a quiet machine; others run tests beside this one. */
const MOST_WAIT_MS = 4000;

type Data = Record<string, unknown>;

const outputs = (count: number, each: (i: number) => unknown): Data =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, each(i)]));

const stepsOf = (run: Data) => run.steps as { status: string; outputs?: Data; error?: Data }[];

/** Two steps that print this file, each with these outputs, and how long others wait meanwhile. */
async function printed(text: string, wanted: Data) {
  const made = createWorkflowHost({ permissionLevel: 'full_access' });
  writeFileSync(join(made.root, 'versions.json'), text);
  const steps = ['one', 'two'].map((stepId) => ({
    ...{ stepId, command: 'cat versions.json', needs: [], outputs: wanted },
  }));
  const workflowId = await made.create({ name: 'Versions', steps, maxParallel: 2 });
  const ended = made.start(workflowId).then((id) => made.ended(id, 200_000));
  const { worst } = await longestWait(made, ended);
  return { worst, steps: stepsOf(await ended) };
}

test('a hundred fields of a large text are taken while others get their answers', LONG, async () => {
  const a = Array.from({ length: 150_000 }, (_, i) => [i % 10, 'x'.repeat(19)]);
  const text = JSON.stringify({ a, v: '1' });
  const { worst, steps } = await printed(
    text,
    outputs(100, (i) => (i < 95 ? { path: 'v' } : { path: 'a', pattern: '^.' })),
  );
  expect(steps.map((step) => step.error ?? step.outputs)).toEqual(
    Array(2).fill(outputs(100, (i) => (i < 95 ? '1' : '['))),
  );
  expect(worst).toBeLessThan(MOST_WAIT_MS);
});

test('a text with more values than are looked at is no source of fields', LONG, async () => {
  const { steps } = await printed(`[${'[],'.repeat(500_000)}1]`, { v: { path: '0' } });
  expect(steps[0]?.error).toMatchObject({
    code: 'VALIDATION',
    message: expect.stringContaining('more than 500000 values'),
  });
});

test('of a hundred outputs that are all too large, the first is the last', LONG, async () => {
  const { worst, steps } = await printed(
    'x'.repeat(4_000_000),
    outputs(100, () => ({})),
  );
  expect(steps[0]?.error).toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringContaining('With "v0" the outputs have 4000009 bytes; at most 65536 are handed on'),
  });
  expect(worst).toBeLessThan(MOST_WAIT_MS);
});

test('the question about a workflow names the outputs of its steps', async () => {
  const made = createWorkflowHost();
  const steps = [
    { stepId: 'one', command: 'cat versions.json', outputs: outputs(12, () => ({ path: 'v' })) },
  ];
  await made.call('create_workflow', { name: 'Versions', steps });
  const { card } = await made.asked();
  expect(JSON.stringify(card)).toContain('Outputs: v0, v1, v2, v3, v4, v5, v6, v7, v8, v9 and 2 more');
});
