import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestGate } from '../../../test/support/gate.ts';
import { defineTool } from '../../core/tool/tool.ts';

const schema = z.strictObject({ text: z.string().describe('Any text') });
const writer = defineTool({
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

/** A gate with one question, and a person who says yes to it for the whole session. */
async function askedOnce() {
  const gate = createTestGate([writer]);
  await gate.call('write', { text: 'a' });
  const id = gate.approvals.list('pending')[0]?.id ?? '';
  const answer = () =>
    gate.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'anna', via: 'terminal' });
  return { gate, answer };
}

for (const [what, table] of [
  ['the record', 'audit.db'],
  ['the answers', 'toolgate.db'],
] as const)
  test(`an answer that finds no room in ${what} is not in force, and leaves no rule and no row that says it is`, async () => {
    const { gate, answer } = await askedOnce();
    if (table === 'audit.db') gate.breakRecord();
    else
      gate.state.exec(
        "CREATE TRIGGER full BEFORE INSERT ON rule BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
      );
    expect(answer).toThrow('The answer cannot be written, so it is not in force');
    expect([gate.approvals.list('pending').length, gate.rules.list()]).toEqual([1, []]);
    expect(gate.entries().filter(({ kind }) => kind === 'decision')).toEqual([]);
  });

test('where only the last step of an answer fails, a second row says that it is not in force', async () => {
  const { gate, answer } = await askedOnce();
  // Checked when the transaction ends, as a full disk shows only then.
  gate.state.exec(`
    CREATE TABLE wanted (id TEXT PRIMARY KEY);
    CREATE TABLE late (id TEXT REFERENCES wanted (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER full AFTER UPDATE ON approval BEGIN INSERT INTO late VALUES ('x'); END;`);
  expect(answer).toThrow('The answer cannot be written');
  expect([gate.approvals.list('pending').length, gate.rules.list()]).toEqual([1, []]);
  const rows = gate.entries().filter(({ kind }) => kind === 'decision');
  expect(rows.map(({ body }) => body)).toMatchObject([
    { verdict: 'approve' },
    { ok: false, message: expect.stringContaining('not in force') },
  ]);
});
