import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestGate } from '../../test/support/gate.ts';
import { defineTool } from '../core/tool/tool.ts';

const schema = z.strictObject({});
const look = defineTool({
  name: 'look',
  pack: 'ci',
  title: 'Look',
  description: 'Looks',
  input: schema,
  output: schema,
  effects: ['read'],
  risk: 'SAFE',
  run: () => ({}),
});

test.each(['local:test', 'session', 'test'])(
  'an agent paused as %s waits until it is let go on',
  async (name) => {
    const gate = createTestGate([look]);
    gate.agents.set(name, 'paused', 'me');
    const waiting = gate.call('look');
    const first = await Promise.race([
      waiting,
      new Promise((resolve) => setTimeout(resolve, 50, 'still waiting')),
    ]);
    expect(first).toBe('still waiting');
    gate.agents.set(name, 'running', 'me');
    expect(await waiting).toMatchObject({ ok: true });
  },
);

test('a stopped agent is refused, also what waited, and others go on', async () => {
  const gate = createTestGate([look]);
  gate.agents.set('local:test', 'paused', 'me');
  const waiting = gate.call('look');
  gate.agents.set('local:test', 'stopped', 'me');
  expect(await waiting).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  expect(await gate.call('look')).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  const other = { caller: { ...gate.caller, principal: 'local:other' } };
  expect(await gate.call('look', {}, other)).toMatchObject({ ok: true });
  expect(gate.agents.list()).toMatchObject([{ session: 'session', client: 'test', calls: 3 }]);
});
