import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestGate } from '../../../test/support/gate.ts';
import { look } from '../../../test/support/look.ts';

const gateWith = (recordMegabytesPerHour: number) =>
  createTestGate([look], { config: { limits: { recordMegabytesPerHour } } });

test.each([
  ['reads', 'look'],
  ['calls that are refused', 'no_such_tool'],
])('%s in a loop fill the record no further than their agent may', async (_, tool) => {
  const gate = gateWith(1);
  const codes = new Map<string, number>();
  for (let i = 0; i < 6000; i++) {
    const answer = await gate.call(tool);
    const code = answer.kind === 'result' && !answer.ok ? answer.error.code : 'ok';
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect(codes.get('RATE_LIMITED')).toBeGreaterThan(1000);
  expect(codes.get(tool === 'look' ? 'ok' : 'UNKNOWN_TOOL')).toBeGreaterThan(500);
  expect(statSync(join(gate.directory, 'audit.db')).size).toBeLessThan(3_000_000);

  // Others are not kept from anything; and what was refused without a row is counted in one.
  const other = { caller: { ...gate.caller, session: 'other', principal: 'local:other' } };
  expect(await gate.call('look', {}, other)).toMatchObject({ ok: true });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  for (let i = 0; i < 2000; i++) await gate.call(tool);
  const told = gate.entries().filter(({ body }) => body.code === 'RATE_LIMITED');
  expect(told.length).toBeLessThan(10);
  expect(told.some(({ body }) => Number(body.refusedBefore) > 500)).toBe(true);
});

test('work that nobody would call a flood is never refused', async () => {
  const gate = gateWith(256);
  for (let i = 0; i < 5000; i++) expect(await gate.call('look')).toMatchObject({ ok: true });
});
