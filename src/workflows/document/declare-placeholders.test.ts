import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

const unasked = () => createTestHost({ permissionLevel: 'full_access' });

test('a typed placeholder in a stored step is an input of the workflow', async () => {
  const { call } = unasked();
  const made = dataOf(
    await call('create_workflow', {
      name: 'Greet',
      steps: [{ stepId: 'say', command: 'printf "%s %s|" <message:text> <count:number=3>' }],
    }),
  );
  expect(made).toMatchObject({
    steps: [{ stepId: 'say', command: 'printf "%s %s|" {{inputs.message}} {{inputs.count}}' }],
    definition: {
      inputs: {
        type: 'object',
        properties: { message: { type: 'string' }, count: { type: 'number', minimum: 0, default: 3 } },
        required: ['message'],
      },
    },
  });
  const { workflowId } = made;
  expect(await call('run_workflow', { workflowId })).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('inputs.message') },
  });
  const run = dataOf(await call('run_workflow', { workflowId, inputs: { message: "it's; $(id)" } }));
  expect(run).toMatchObject({ status: 'completed', steps: [{ text: "it's; $(id) 3|" }] });
});

test('an input that the workflow has already is taken as it is', async () => {
  const { call } = unasked();
  const inputs = { type: 'object', properties: { to: { type: 'string', enum: ['a', 'b'] } } };
  const made = await call('create_workflow', { name: 'W', inputs, steps: [{ command: 'echo <to:name>' }] });
  expect(dataOf(made)).toMatchObject({ definition: { inputs }, steps: [{ command: 'echo {{inputs.to}}' }] });
});

test.each([
  ['two types', [{ command: 'echo <x:text>' }, { command: 'echo <x:number>' }], 'is a text in another step'],
  ['a preset that does not fit', [{ command: 'echo <x:number=a>' }], '"a" is not a number'],
])('%s of a placeholder are refused', async (_, steps, words) => {
  expect(await unasked().call('create_workflow', { name: 'W', steps })).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining(words) },
  });
});

test('a redirection is none', async () => {
  const made = await unasked().call('create_workflow', { name: 'W', steps: [{ command: 'sort <in >out' }] });
  expect(dataOf(made)).toMatchObject({ steps: [{ command: 'sort <in >out' }] });
});

test('an action, which has no inputs, is refused with one', async () => {
  const made = await unasked().call('create_action', {
    actionType: 'script',
    name: 'A',
    config: { command: 'echo <x:text>' },
  });
  expect(made).toMatchObject({ error: { code: 'VALIDATION', message: expect.stringContaining('<x>') } });
});

test('a template shows a placeholder with its type', async () => {
  const { call } = unasked();
  await call('create_step_template', { name: 'Mine', command: 'echo <what> <n:number=1>' });
  const listed = dataOf(await call('list_step_templates', { includeBuiltin: false }));
  expect(listed).toMatchObject({ templates: [{ command: 'echo <what:text> <n:number=1>' }] });
});
