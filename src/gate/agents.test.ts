import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestGate } from '../../test/support/gate.ts';
import { look } from '../../test/support/look.ts';
import { temporaryDirectory } from '../../test/support/program.ts';
import type { Caller } from '../core/call/caller.ts';
import { defineTool } from '../core/tool/tool.ts';
import { createHoldStore } from '../store/holds.ts';
import { openState } from '../store/state.ts';

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

test('an agent that is paused while its call waits for a free place begins nothing', async () => {
  let begun = 0;
  let end = () => {};
  const first = new Promise<void>((resolve) => {
    end = resolve;
  });
  const takesLong = defineTool({
    ...look,
    name: 'takes_long',
    run: async () => {
      if (begun++ === 0) await first;
      return {};
    },
  });
  const gate = createTestGate([takesLong, look], { config: { limits: { readsInFlight: 1 } } });
  const runs = gate.call('takes_long');
  await expect.poll(() => begun).toBe(1);
  const inLine = gate.call('takes_long');
  const cancelled = new AbortController();
  const leaves = gate.call('takes_long', {}, { signal: cancelled.signal });
  gate.agents.set('session', 'paused', 'me');
  end();
  expect(await runs).toMatchObject({ ok: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun).toBe(1);
  cancelled.abort();
  expect(await leaves).toMatchObject({ error: { code: 'CANCELLED' } });
  gate.agents.set('session', 'running', 'me');
  expect(await inLine).toMatchObject({ ok: true });
  expect(begun).toBe(2);
  expect(await gate.call('look')).toMatchObject({ ok: true });
});

test('a stopped agent is refused, also what waited, and others go on', async () => {
  const gate = createTestGate([look]);
  gate.agents.set('local:test', 'paused', 'me');
  const waiting = gate.call('look');
  gate.agents.set('local:test', 'stopped', 'me');
  expect(await waiting).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  expect(await gate.call('look')).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  const other = { caller: { ...gate.caller, principal: 'local:other' } };
  expect(await gate.call('look', {}, other)).toMatchObject({ ok: true });
  expect(gate.agents.list()).toMatchObject([
    { session: 'session', client: 'test', clients: ['test'], calls: 3 },
  ]);
});

const named = (caller: Caller, name: string, more: Partial<Caller> = {}) => ({
  caller: { ...caller, client: { name, version: '1' }, ...more },
});

test.each(['paused', 'stopped'] as const)(
  'a session that was %s by the name of its client is so under every other name',
  async (state) => {
    const gate = createTestGate([look]);
    const as = (name: string, more?: Partial<Caller>) =>
      gate.call('look', {}, named(gate.caller, name, more));
    await as('one');
    await as('two');
    gate.agents.set('one', state, 'me');
    const held = ['one', 'two', 'three'].map((name) => as(name));
    // Another session that has not used the name, and one that uses it later.
    const other = { session: 'other' };
    expect(await as('two', other)).toMatchObject({ ok: true });
    held.push(as('one', other), as('two', other));
    expect(gate.agents.list()).toMatchObject([
      { session: 'session', state, client: 'three', clients: ['one', 'two', 'three'] },
      { session: 'other', state, clients: ['two', 'one'] },
    ]);
    const first = await Promise.race([...held, new Promise((resolve) => setTimeout(resolve, 50, 'waiting'))]);
    if (state === 'paused') expect(first).toBe('waiting');
    gate.agents.set('one', 'running', 'me');
    const after = state === 'paused' ? { ok: true } : { error: { code: 'BLOCKED_BY_POLICY' } };
    expect(await Promise.all(held)).toMatchObject(held.map(() => after));
    expect(await as('two')).toMatchObject({ ok: true });
  },
);

test('a held session is held after a restart, and under a name after many others', async () => {
  const state = openState(join(temporaryDirectory(), 'toolgate.db'));
  onTestFinished(() => state.close());
  const gate = createTestGate([look], { holds: createHoldStore(state) });
  for (let i = 0; i < 50; i++) await gate.call('look', {}, named(gate.caller, `name ${i}`));
  gate.agents.set('late', 'stopped', 'me');
  await gate.call('look', {}, named(gate.caller, 'late'));
  const next = createTestGate([look], { holds: createHoldStore(state) });
  const answer = await next.call('look', {}, named(next.caller, 'other'));
  expect(answer).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  next.agents.set('late', 'running', 'me');
  expect(await next.call('look', {}, named(next.caller, 'other'))).toMatchObject({ ok: true });
});
