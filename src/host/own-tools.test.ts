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

test('a second tool of the same name is refused', () => {
  expect(() => createTestHost({}, { own: ownTools(shout, shout) })).toThrow('two tools named shout');
});
