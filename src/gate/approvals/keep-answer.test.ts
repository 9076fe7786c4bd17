import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestGate } from '../../../test/support/gate.ts';
import { until } from '../../../test/support/program.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { createApprovalStore } from '../../store/approvals.ts';
import { createRedactor } from '../redact/redactor.ts';
import { keeperOfAnswers } from './keep-answer.ts';

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

test('the row that takes an answer back is written once there is room for it', async () => {
  const { gate } = await askedOnce();
  const question = gate.approvals.list('pending')[0];
  if (!question) throw new Error('Nothing was asked');
  const rows: unknown[] = [];
  let fails = 0;
  const keep = keeperOfAnswers({
    store: { ...createApprovalStore(gate.state), decide: () => true, together: failingAtItsEnd },
    rules: gate.rules,
    redactor: createRedactor({}),
    retryMs: 1,
    audit: {
      append: (_kind, _id, body) => {
        // The second row and its first repetition find a full disk.
        if (rows.length === 1 && fails++ < 2) throw new Error('database or disk is full');
        return rows.push(body);
      },
    },
  });
  expect(() => keep(question, { verdict: 'approve', scope: 'once', by: 'anna', via: 'terminal' })).toThrow(
    'not in force',
  );
  await until('the second row', () => rows.length === 2);
  expect(rows).toMatchObject([{ verdict: 'approve' }, { ok: false, approval: question.id }]);
});

test('a question that finds no room is refused because the disk is full, and not as a defect', async () => {
  const gate = createTestGate([writer]);
  gate.state.exec('PRAGMA max_page_count = 1');
  expect(await gate.call('write', { text: 'a'.repeat(400_000) })).toMatchObject({
    ok: false,
    error: { code: 'UNAVAILABLE', message: expect.stringContaining('The disk is full') },
  });
});

function failingAtItsEnd<T>(change: () => T): T {
  change();
  throw new Error('database or disk is full');
}
