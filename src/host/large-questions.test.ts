import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createTestHost } from '../../test/support/host.ts';
import type { ApprovalDecision } from '../core/approval/approval.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { AppEvent } from '../core/events.ts';

const MEGABYTE = 1_000_000;
const by = { by: 'a person', via: 'terminal' } as const;
const allow: ApprovalDecision = { verdict: 'approve', scope: 'once', ...by };
const deny: ApprovalDecision = { verdict: 'deny', scope: 'once', ...by };

function setup() {
  const made = createTestHost();
  const { host, dataDir } = made;
  const heard: AppEvent[] = [];
  onTestFinished(
    host.events.subscribe(
      ['approval.asked', 'approval.decided', 'ai-tool-confirmation', 'ai-tool-state'],
      (event) => heard.push(event),
    ),
  );
  const question = (tool: string, args: Record<string, unknown>) => {
    const card = {
      title: tool,
      risk: 'HIGH',
      reasons: [],
      preview: '',
      scopes: ['once'],
      remember: {},
    } as const;
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    const agent = { principal: 'me', session: 'an agent', client: 'client' };
    return { callId: 'call', digest: crypto.randomUUID(), ...agent, tool, card, args, expiresAt };
  };
  const ask = (bytes: number, more: { session?: string; expiresAt?: string } = {}) =>
    host.approvals.ask({ ...question('write_file', { content: 'x'.repeat(bytes) }), ...more });
  const rows = (sql: string) => {
    const db = new DatabaseSync(join(dataDir, 'toolgate.db'), { readOnly: true });
    const found = db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
    db.close();
    return found;
  };
  return { ...made, heard, ask, rows };
}

const LARGE = 'line of a file\n'.repeat(MEGABYTE / 15);

test('a long question is whole where it is answered, and short in lists and events', async () => {
  const { call, host, root, heard, rows } = setup();
  const args = { path: join(root, 'large.txt'), content: LARGE };
  const asked = await call('write_file', args);
  expect(asked).toMatchObject({ error: { code: 'APPROVAL_PENDING' satisfies ErrorCode } });
  const [listed] = host.approvals.list('pending');
  expect(listed).toMatchObject({ isShortened: true, args: { path: args.path } });
  expect(JSON.stringify(listed).length).toBeLessThan(20_000);
  expect(heard.map(({ name }) => name)).toEqual(['approval.asked', 'ai-tool-confirmation', 'ai-tool-state']);
  expect(Math.max(...heard.map((event) => JSON.stringify(event).length))).toBeLessThan(20_000);
  const id = listed?.id ?? '';
  expect(host.approvals.get(id)?.args).toMatchObject(args);
  expect(host.approvals.get(id)).not.toHaveProperty('isShortened');
  host.approvals.decide(id, allow);
  expect(await call('write_file', args)).toMatchObject({ ok: true });
  expect(host.approvals.get(id)).toMatchObject({
    status: 'consumed',
    isShortened: true,
    args: { path: args.path },
  });
  expect(rows('SELECT * FROM approval_whole')).toEqual([]);
  expect(rows('SELECT max(length(card) + length(args)) < 20000 AS isShort FROM approval')).toEqual([
    { isShort: 1 },
  ]);
});

test('an ordinary question is in lists and events as it is', async () => {
  const { call, host, root, heard } = setup();
  const args = { path: join(root, 'small.txt'), content: LARGE.slice(0, 20_000) };
  await call('write_file', args);
  const [listed] = host.approvals.list('pending');
  expect(listed).toEqual(host.approvals.get(listed?.id ?? ''));
  expect(heard[0]?.data).toEqual({ approval: listed });
  expect(heard[1]?.data).toMatchObject({ arguments: { content: args.content } });
  expect(listed?.args).toMatchObject(args);
});

test('however it is closed, the long arguments of a question are removed', () => {
  const { host, ask, rows } = setup();
  const [denied, used] = [ask(MEGABYTE), ask(MEGABYTE), ask(MEGABYTE)];
  expect(rows('SELECT count(*) AS count FROM approval_whole')).toEqual([{ count: 3 }]);
  host.approvals.decide(denied?.id ?? '', deny);
  host.approvals.settleInClient(used?.id ?? '', 'me');
  expect(rows('SELECT count(*) AS count FROM approval_whole')).toEqual([{ count: 1 }]);
  expect(
    host.approvals
      .list()
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['consumed', 'denied', 'pending']);
});

test('an agent has room for so much of questions, also of those that its client answers itself', () => {
  const { host, ask } = setup();
  host.approvals.decide(ask(26 * MEGABYTE).id, { ...deny, via: 'client' });
  const open = ask(26 * MEGABYTE);
  expect(() => ask(10)).toThrow('This agent has 52 MB of questions waiting for a person');
  expect(ask(10, { session: 'another agent' }).status).toBe('pending');
  host.approvals.decide(open.id, deny);
  expect(ask(10).status).toBe('pending');
});

test('closed questions are removed when there are very many, and open ones stay', () => {
  const { host, ask, rows } = setup();
  const open = ask(MEGABYTE, { session: 'another agent' });
  for (let i = 0; i < 1100; i++) ask(10, { expiresAt: new Date(i).toISOString() });
  const [kept] = rows('SELECT count(*) AS count FROM approval');
  expect(Number(kept?.count)).toBeLessThan(1030);
  expect(host.approvals.list()).toHaveLength(200);
  expect(host.approvals.get(open.id)?.args).toEqual({ content: 'x'.repeat(MEGABYTE) });
});
