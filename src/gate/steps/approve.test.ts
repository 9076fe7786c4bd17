import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestGate } from '../../../test/support/gate.ts';
import type { Risk } from '../../core/risk.ts';
import { defineTool } from '../../core/tool/tool.ts';

const schema = z.strictObject({ text: z.string().describe('Any text') });
const writer = (risk: Risk = 'MEDIUM', effect?: () => string) =>
  defineTool({
    name: 'write',
    pack: 'ci',
    title: 'Write',
    description: 'Writes',
    input: schema,
    output: schema,
    effects: ['write'],
    risk,
    preview: ({ text }) => `would write ${text}`,
    ...(effect && { effect }),
    run: (_ctx, args) => args,
  });

const canAsk = { clientCapabilities: { elicitation: {} } };
const answered = (state: unknown, content: object) => ({
  ...canAsk,
  input: { state, responses: { approval: content } },
});
const accept = (decision: string, feedback?: string) => ({
  action: 'accept',
  content: { decision, ...(feedback && { feedback }) },
});

/** Not run: the client gets the question about this very call. */
const ASKED_AGAIN = { kind: 'input' };

type Gate = ReturnType<typeof createTestGate>;

async function asked(gate: Gate, text: string): Promise<unknown> {
  const answer = await gate.call('write', { text }, canAsk);
  if (answer.kind !== 'input') throw new Error(`Expected a question, got ${JSON.stringify(answer)}`);
  return answer.state;
}

const runs = async (gate: Gate, text: string): Promise<boolean> => {
  const answer = await gate.call('write', { text });
  return answer.kind === 'result' && answer.ok;
};

test('a write is asked with the preview of the tool, and runs when the person allows it', async () => {
  const gate = createTestGate([writer()]);
  const question = await gate.call('write', { text: 'a' }, canAsk);
  expect(question).toMatchObject({
    requests: {
      approval: {
        method: 'elicitation/create',
        params: { message: expect.stringContaining('would write a') },
      },
    },
  });
  const state = question.kind === 'input' ? question.state : undefined;
  expect(await gate.call('write', { text: 'a' }, answered(state, accept('once')))).toMatchObject({
    ok: true,
  });
  expect(gate.entries().map(({ kind }) => kind)).toEqual(['asked', 'decision', 'intent', 'outcome']);
  expect(await runs(gate, 'a')).toBe(false);
});

test('a write the person denies does not run, and the agent hears their words', async () => {
  const gate = createTestGate([writer()]);
  const state = await asked(gate, 'a');
  expect(
    await gate.call('write', { text: 'a' }, answered(state, accept('deny', 'use the other file'))),
  ).toMatchObject({
    error: { code: 'PERMISSION_DENIED', message: expect.stringContaining('use the other file') },
  });
});

test('an approval counts once, and only for the call it was given for', async () => {
  const gate = createTestGate([writer()]);
  const state = await asked(gate, 'a');
  expect(await gate.call('write', { text: 'b' }, answered(state, accept('once')))).toMatchObject(ASKED_AGAIN);
  expect(await gate.call('write', { text: 'a' }, answered(state, accept('once')))).toMatchObject({
    ok: true,
  });
  expect(await gate.call('write', { text: 'a' }, answered(state, accept('once')))).toMatchObject(ASKED_AGAIN);
});

test('a made-up approval is worth nothing', async () => {
  const gate = createTestGate([writer()]);
  expect(
    await gate.call('write', { text: 'a' }, answered({ approval: 'made-up' }, accept('once'))),
  ).toMatchObject(ASKED_AGAIN);
});

test('a client that cancels has nobody there: the question stays open for another channel', async () => {
  const gate = createTestGate([writer()]);
  const state = await asked(gate, 'a');
  expect(await gate.call('write', { text: 'a' }, answered(state, { action: 'cancel' }))).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  const [open] = gate.approvals.list('pending');
  gate.approvals.decide(open?.id ?? '', { verdict: 'approve', scope: 'once', by: 'me', via: 'terminal' });
  expect(await runs(gate, 'a')).toBe(true);
});

test('a call that waits goes on when the answer comes by another channel', async () => {
  const gate = createTestGate([writer()], { config: { approvals: { waitMs: 5000 } } });
  const waiting = gate.call('write', { text: 'a' });
  gate.approvals.onChange(({ id, status }) => {
    if (status === 'pending')
      queueMicrotask(() =>
        gate.approvals.decide(id, { verdict: 'approve', scope: 'once', by: 'me', via: 'api' }),
      );
  });
  expect(await waiting).toMatchObject({ ok: true });
});

test('the arguments a person changed are what runs, and they are judged again', async () => {
  const gate = createTestGate([writer()]);
  await asked(gate, 'a');
  const [open] = gate.approvals.list('pending');
  gate.approvals.decide(open?.id ?? '', {
    verdict: 'approve',
    scope: 'once',
    by: 'me',
    via: 'terminal',
    editedArgs: { text: 'edited' },
  });
  expect(await gate.call('write', { text: 'a' })).toMatchObject({ ok: true, data: { text: 'edited' } });
});

test('the first answer counts', async () => {
  const gate = createTestGate([writer()]);
  await asked(gate, 'a');
  const [open] = gate.approvals.list('pending');
  const decide = (verdict: 'approve' | 'deny') =>
    gate.approvals.decide(open?.id ?? '', { verdict, scope: 'once', by: 'me', via: 'terminal' });
  decide('deny');
  expect(() => decide('approve')).toThrow(/denied already/);
});

test('identical calls share one question, and there are only so many', async () => {
  const gate = createTestGate([writer()], { config: { approvals: { waitMs: 0, maxPending: 2 } } });
  await gate.call('write', { text: 'a' });
  await gate.call('write', { text: 'a' });
  await gate.call('write', { text: 'b' });
  expect(gate.approvals.list('pending')).toHaveLength(2);
  expect(await gate.call('write', { text: 'c' })).toMatchObject({ error: { code: 'RATE_LIMITED' } });
});

test('a question nobody answers ends as denied', async () => {
  const gate = createTestGate([writer()], { config: { approvals: { waitMs: 1000, ttlMs: 20 } } });
  expect(await gate.call('write', { text: 'a' })).toMatchObject({ error: { code: 'APPROVAL_EXPIRED' } });
});

test.each([
  ['LOW', 'once', true, true],
  ['MEDIUM', 'once', false, false],
  ['MEDIUM', 'session', true, true],
  ['MEDIUM', 'always', true, true],
  ['HIGH', 'session', true, false],
  ['HIGH', 'always', false, false],
  ['CRITICAL', 'session', false, false],
] as const)(
  '%s allowed %s: the same call again runs unasked: %s; another one: %s',
  async (risk, scope, same, other) => {
    const gate = createTestGate([writer(risk)]);
    await gate.call('write', { text: 'a' });
    const [open] = gate.approvals.list('pending');
    gate.approvals.decide(open?.id ?? '', { verdict: 'approve', scope, by: 'me', via: 'terminal' });
    expect(await runs(gate, 'a')).toBe(true);
    expect(await runs(gate, 'a')).toBe(same);
    expect(await runs(gate, 'b')).toBe(other);
  },
);

test.each(['MEDIUM', 'HIGH', 'CRITICAL'] as const)(
  '%s may be refused for good, though not allowed for good',
  async (risk) => {
    const gate = createTestGate([writer(risk)]);
    await gate.call('write', { text: 'a' });
    const [open] = gate.approvals.list('pending');
    gate.approvals.decide(open?.id ?? '', { verdict: 'deny', scope: 'always', by: 'me', via: 'page' });
    expect(gate.rules.list()).toMatchObject([{ verdict: 'deny', tool: 'write', session: null }]);
    expect(await gate.call('write', { text: 'a' })).toMatchObject({ ok: false });
    expect(gate.approvals.list('pending')).toEqual([]);
  },
);

test('an answer inside the client does not settle what is riskier than MEDIUM', async () => {
  const gate = createTestGate([writer('HIGH')]);
  expect(await gate.call('write', { text: 'a' }, canAsk)).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
});

test('a session grant ends with the session, and a denial for always holds in every mode', async () => {
  const gate = createTestGate([writer()]);
  await gate.call('write', { text: 'a' });
  const [open] = gate.approvals.list('pending');
  gate.approvals.decide(open?.id ?? '', { verdict: 'approve', scope: 'session', by: 'me', via: 'terminal' });
  const elsewhere = { caller: { ...gate.caller, session: 'another' } };
  expect(await gate.call('write', { text: 'b' }, elsewhere)).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  gate.rules.add({
    verdict: 'deny',
    tool: 'write',
    pattern: {},
    session: null,
    createdBy: 'me',
    expiresAt: null,
  });
  const full = { caller: { ...gate.caller, mode: 'full_access' as const } };
  expect(await gate.call('write', { text: 'b' }, full)).toMatchObject({
    error: { code: 'BLOCKED_BY_POLICY' },
  });
});

test('an approval holds for what the call would do when it was given, and for nothing else', async () => {
  let state = 'first';
  const gate = createTestGate([writer('MEDIUM', () => state)]);
  const first = await asked(gate, 'a');
  state = 'second';
  const again = await gate.call('write', { text: 'a' }, answered(first, accept('once')));
  // The answer was about the first state; the client is asked about the second.
  expect(again.kind).toBe('input');
  const second = again.kind === 'input' ? again.state : undefined;
  expect(await gate.call('write', { text: 'a' }, answered(second, accept('once')))).toMatchObject({
    ok: true,
  });
});

const settled = async (gate: Gate, wanted: (pending: number) => boolean): Promise<string[]> => {
  for (;;) {
    const ids = gate.approvals.list('pending').map(({ id }) => id);
    if (wanted(ids.length)) return ids;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

test('of calls that are the same and made at once, each has a question of its own, unless the answer lasts', async () => {
  const gate = createTestGate([writer()], { config: { approvals: { waitMs: 20_000 } } });
  const together = (text: string) => Promise.all([1, 2, 3].map(() => runs(gate, text)));
  const decide = (id: string, verdict: 'approve' | 'deny', scope: 'once' | 'session' = 'once') =>
    gate.approvals.decide(id, { verdict, scope, by: 'person', via: 'terminal' });
  const calls = together('a');
  const answered: string[] = [];
  for (const verdict of ['approve', 'approve', 'deny'] as const) {
    const [id = ''] = await settled(gate, (pending) => pending === 1);
    decide(id, verdict);
    answered.push(id);
  }
  expect((await calls).sort()).toEqual([false, true, true]);
  expect(new Set(answered).size).toBe(3);
  const more = together('b');
  const [id = ''] = await settled(gate, (pending) => pending === 1);
  decide(id, 'approve', 'session');
  expect(await more).toEqual([true, true, true]);
  expect(gate.approvals.list('pending')).toEqual([]);
});

test('a call whose approval another one has used answers with a question that is open', async () => {
  const gate = createTestGate([writer()], { config: { approvals: { waitMs: 300 } } });
  const calls = Promise.all([gate.call('write', { text: 'a' }), gate.call('write', { text: 'a' })]);
  const [id = ''] = await settled(gate, (pending) => pending === 1);
  gate.approvals.decide(id, { verdict: 'approve', scope: 'once', by: 'person', via: 'terminal' });
  const answers = await calls;
  const [open] = gate.approvals.list('pending');
  const refused = answers.find((answer) => answer.kind === 'result' && !answer.ok);
  expect(refused).toMatchObject({
    error: { code: 'APPROVAL_PENDING', message: expect.stringContaining(open?.id ?? '-') },
  });
});

test('a no that came after the call had gone is told to the next one like it, with what the person said, and once', async () => {
  const gate = createTestGate([writer()]);
  const refusal = async (text: string) => {
    const answer = await gate.call('write', { text });
    return answer.kind === 'result' && !answer.ok ? answer.error.toString() : 'it ran';
  };
  expect(await refusal('a')).toContain("waits for a person's approval");
  const [waiting] = gate.approvals.list('pending');
  const no = { verdict: 'deny', scope: 'once', by: 'p', via: 'terminal', feedback: 'keep it' } as const;
  gate.approvals.decide(waiting?.id ?? '', no);
  expect(await refusal('b')).toContain("waits for a person's approval");
  expect(await refusal('a')).toContain('A person did not allow write: keep it');
  expect(await refusal('a')).toContain("waits for a person's approval");
});
