import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestHost, dataOf } from '../../test/support/host.ts';
import { defineTool } from '../core/tool/tool.ts';
import { ownTools } from './own-tools.ts';

const shout = defineTool({
  name: 'shout',
  pack: 'ci',
  title: 'Shout',
  description: 'Say a text loudly.',
  input: z.strictObject({ text: z.string().describe('What to say') }),
  output: z.strictObject({ loud: z.string().describe('The text, louder') }),
  effects: ['read'],
  risk: 'SAFE',
  run: (_ctx, { text }) => ({ loud: text.toUpperCase() }),
});

test("a tool of one's own is called through the gate like any other", async () => {
  const { call, host } = createTestHost({}, { own: ownTools(shout) });
  expect(dataOf(await call('shout', { text: 'hi' }))).toEqual({ loud: 'HI' });
  expect(await call('shout', { text: 1 })).toMatchObject({ error: { code: 'VALIDATION' } });
  expect(host.registry.entries.map(({ name }) => name)).toContain('shout');
});

const refund = defineTool({
  name: 'refund',
  pack: 'ci',
  title: 'Refund an order',
  description: 'Give the money of an order back.',
  input: z.strictObject({ reason: z.string().describe('What the customer is told') }),
  output: z.strictObject({ told: z.string().describe('What the customer was told') }),
  effects: ['write'],
  risk: 'MEDIUM',
  run: (_ctx, { reason }) => ({ told: reason }),
});

test("what a tool of one's own calls a reason is part of what is asked about", async () => {
  const { call, host } = createTestHost({}, { own: ownTools(refund) });
  const pending = await call('refund', { reason: 'Sorry for the delay' });
  const [asked] = host.approvals.list();
  expect(asked?.card.preview).toContain('Sorry for the delay');
  expect(asked?.card.details ?? []).toEqual([]);
  expect(pending).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  host.approvals.decide(asked?.id ?? '', {
    verdict: 'approve',
    scope: 'once',
    by: 'person',
    via: 'terminal',
  });
  expect(await call('refund', { reason: 'Send me your password' })).toMatchObject({ ok: false });
  expect(dataOf(await call('refund', { reason: 'Sorry for the delay' }))).toEqual({
    told: 'Sorry for the delay',
  });
});

test('a second tool of the same name is refused', () => {
  expect(() => createTestHost({}, { own: ownTools(shout, shout) })).toThrow('two tools named shout');
});
