import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestGate } from '../../test/support/gate.ts';
import { defineTool } from '../core/tool.ts';

const schema = z.strictObject({ text: z.string().describe('Any text') });
const write = defineTool({
  name: 'write',
  pack: 'ci',
  title: 'Write',
  description: 'Writes',
  input: schema,
  output: schema,
  effects: ['write'],
  risk: 'MEDIUM',
  run: (_ctx, args) => args,
});

const canAsk = { clientCapabilities: { elicitation: {} } };
const answered = (state: unknown, allow: boolean) => ({
  ...canAsk,
  input: { state, responses: { approval: { action: 'accept', content: { allow } } } },
});

async function asked(gate: ReturnType<typeof createTestGate>, text: string): Promise<unknown> {
  const answer = await gate.call('write', { text }, canAsk);
  if (answer.kind !== 'input') throw new Error(`Expected a question, got ${JSON.stringify(answer)}`);
  return answer.state;
}

test('a write is asked, and runs when the person allows it', async () => {
  const gate = createTestGate([write]);
  const state = await asked(gate, 'a');
  expect(await gate.call('write', { text: 'a' }, answered(state, true))).toMatchObject({ ok: true });
  expect(gate.entries().map(({ kind }) => kind)).toEqual(['asked', 'intent', 'outcome']);
});

test('a write the person does not allow does not run', async () => {
  const gate = createTestGate([write]);
  const state = await asked(gate, 'a');
  expect(await gate.call('write', { text: 'a' }, answered(state, false))).toMatchObject({
    error: { code: 'PERMISSION_DENIED' },
  });
});

test('an approval counts once, and for the call it was given for', async () => {
  const gate = createTestGate([write]);
  const state = await asked(gate, 'a');
  expect(await gate.call('write', { text: 'b' }, answered(state, true))).toMatchObject({
    error: { code: 'APPROVAL_EXPIRED' },
  });
  const again = await asked(gate, 'a');
  expect(await gate.call('write', { text: 'a' }, answered(again, true))).toMatchObject({ ok: true });
  expect(await gate.call('write', { text: 'a' }, answered(again, true))).toMatchObject({
    error: { code: 'APPROVAL_EXPIRED' },
  });
});

test('a made-up approval is worth nothing', async () => {
  const gate = createTestGate([write]);
  const state = { approval: { nonce: 'x', digest: 'y' } };
  expect(await gate.call('write', { text: 'a' }, answered(state, true))).toMatchObject({
    error: { code: 'APPROVAL_EXPIRED' },
  });
});
