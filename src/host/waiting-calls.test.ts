import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../../test/support/host.ts';
import { temporaryDirectory } from '../../test/support/program.ts';
import type { AgentChoice } from '../core/call/agent-choice.ts';
import type { Config } from '../core/config.ts';
import { localAgent } from './agent.ts';

type Live = Partial<Pick<Config, 'permissionLevel' | 'toolPermissions' | 'autoApprove'>>;

/** An agent that may write unasked, and is paused while it wants to. */
async function pausedWhileWriting(
  settings: Live = { permissionLevel: 'full_access' },
  choice: AgentChoice = {},
) {
  const test = createTestHost(settings);
  const { host, root } = test;
  const path = join(root, 'made.txt');
  const call = await agentOf(test, choice);
  host.agents.set('unknown', 'paused', 'person');
  const answer = call('write_file', { path, content: 'x' });
  await pause(150);
  return { ...test, call, path, answer };
}

/** One whose rights follow the settings, as with every connection. */
async function agentOf({ host, root }: TestHost, choice: AgentChoice = {}): Promise<TestHost['call']> {
  const caller = await localAgent(host.config, 'stdio', { cwd: root, ...choice });
  return (tool, args) => host.call({ tool, args, caller });
}

/** As a person does on the page or in a terminal. */
const set = ({ host }: Pick<TestHost, 'host'>, change: Live): void => void Object.assign(host.config, change);

const resume = ({ host }: Pick<TestHost, 'host'>): void => host.agents.set('unknown', 'running', 'person');

test.each<[string, Live, string]>([
  ['the mode is read_only', { permissionLevel: 'read_only' }, 'BLOCKED_BY_POLICY'],
  ['its tool is blocked', { toolPermissions: { write_file: 'blocked' } }, 'BLOCKED_BY_POLICY'],
  ['it would be asked about', { permissionLevel: 'execute_with_confirm' }, 'CONFLICT'],
])('a call that waited while its agent was paused does nothing where by then %s', async (_, change, code) => {
  const waiting = await pausedWhileWriting();
  const { host, path, answer, call } = waiting;
  set(waiting, change);
  resume(waiting);
  expect(await answer).toMatchObject({ error: { code } });
  expect(existsSync(path)).toBe(false);
  const [refused] = await host.auditReader.query({ tool: 'write_file', limit: 1 });
  expect(refused).toMatchObject({ kind: 'refusal', body: { code } });
  expect(await call('list_directory', { path: '.' })).toMatchObject({ ok: true });
});

test('a call that waited does nothing where what its agent may do unasked was taken away', async () => {
  const autoApprove = { enabled: true, tools: ['write_file'] };
  const kept = await pausedWhileWriting({ autoApprove }, { autoApprove });
  resume(kept);
  expect(await kept.answer).toMatchObject({ ok: true });
  const waiting = await pausedWhileWriting({ autoApprove }, { autoApprove });
  set(waiting, { autoApprove: { ...autoApprove, enabled: false } });
  resume(waiting);
  expect(await waiting.answer).toMatchObject({ error: { code: 'CONFLICT' } });
  expect(existsSync(waiting.path)).toBe(false);
});

test('a call that waited while nothing changed, or while more was allowed, goes on', async () => {
  for (const change of [{}, { toolPermissions: { delete_file: 'blocked' as const } }]) {
    const waiting = await pausedWhileWriting();
    set(waiting, change);
    resume(waiting);
    expect(await waiting.answer).toMatchObject({ ok: true });
    expect(existsSync(waiting.path)).toBe(true);
  }
});

test('a rule that refuses binds a call that waited, and an answer that comes late lifts no mode', async () => {
  const waiting = await pausedWhileWriting();
  const rule = { verdict: 'deny', tool: 'write_file', pattern: {}, session: null } as const;
  waiting.host.rules.add({ ...rule, createdBy: 'person', expiresAt: null });
  resume(waiting);
  expect(await waiting.answer).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  expect(existsSync(waiting.path)).toBe(false);

  const asking = createTestHost({ approvals: { waitMs: 10_000 } });
  const path = join(asking.root, 'made.txt');
  const answer = (await agentOf(asking))('write_file', { path, content: 'x' });
  await expect.poll(() => asking.host.approvals.list('pending')).toHaveLength(1);
  await pause(100);
  set(asking, { permissionLevel: 'read_only' });
  for (const { id } of asking.host.approvals.list('pending'))
    asking.host.approvals.decide(id, { verdict: 'approve', scope: 'once', by: 'person', via: 'terminal' });
  expect(await answer).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  expect(existsSync(path)).toBe(false);
});

/** A script that looks at all it can reach, and waits for an answer. */
async function askedWhileLooking(script: string, more: (root: string) => object = () => ({})) {
  const asking = createTestHost({ approvals: { waitMs: 10_000 } });
  const { host, root } = asking;
  mkdirSync(join(root, 'private'));
  writeFileSync(join(root, 'private/plan.txt'), 'planted-plan\n');
  writeFileSync(join(root, 'look.sh'), script);
  const caller = { ...(await localAgent(host.config, 'stdio', { cwd: root })), ...more(root) };
  const args = { command: 'sh look.sh', access: ['write'] };
  const answer = host.call({ tool: 'shell_execute', args, caller });
  await expect.poll(() => host.approvals.list('pending'), { timeout: 10_000 }).toHaveLength(1);
  await pause(100);
  const allow = () => {
    for (const { id } of host.approvals.list('pending'))
      host.approvals.decide(id, { verdict: 'approve', scope: 'once', by: 'person', via: 'terminal' });
    return answer;
  };
  return { ...asking, allow };
}

test('a path that is refused while a command waits is hidden from what it starts', async () => {
  const { host, root, allow } = await askedWhileLooking('cat private/* ; cat look.sh');
  const rule = {
    verdict: 'deny',
    tool: '*',
    pattern: { paths: [join(root, 'private')] },
    session: null,
  } as const;
  host.rules.add({ ...rule, createdBy: 'person', expiresAt: null });
  const text = JSON.stringify(await allow());
  expect(text).not.toContain('planted-plan');
  expect(text).toContain('cat look.sh');
});

test('a directory that is closed while a command waits is closed to what it starts', async () => {
  const second = temporaryDirectory();
  writeFileSync(join(second, 'plan.txt'), 'planted-second\n');
  let open = [second];
  const { root, allow } = await askedWhileLooking(
    `cat ${second}/*; echo x > ${second}/made.txt; echo x > made.txt`,
    (root) => ({
      roots: [root, second],
      settings: () => ({ roots: [root, ...open] }),
    }),
  );
  open = [];
  expect(JSON.stringify(await allow())).not.toContain('planted-second');
  expect([existsSync(join(second, 'made.txt')), existsSync(join(root, 'made.txt'))]).toEqual([false, true]);
});

test('a standing answer that is taken back covers no call that waits in line', async () => {
  for (const isTakenBack of [true, false]) {
    const test = createTestHost({ limits: { executionsInFlight: 1 } });
    const call = await agentOf(test);
    const rule = { verdict: 'allow', tool: 'shell_execute', pattern: {}, session: null } as const;
    const { id } = test.host.rules.add({ ...rule, createdBy: 'person', expiresAt: null });
    const first = call('shell_execute', { command: 'sleep 1' });
    const answer = call('shell_execute', { command: 'touch made.txt', access: ['write'] });
    await pause(300);
    if (isTakenBack) test.host.rules.remove(id);
    expect(await answer).toMatchObject(isTakenBack ? { error: { code: 'CONFLICT' } } : { ok: true });
    expect(existsSync(join(test.root, 'made.txt'))).toBe(!isTakenBack);
    await first;
  }
});

test('a call that is allowed while its agent is paused waits until it is resumed', async () => {
  const test = createTestHost({ approvals: { waitMs: 10_000 } });
  const { host, root } = test;
  const call = await agentOf(test);
  const path = join(root, 'made.txt');
  const answer = call('write_file', { path, content: 'x' });
  await expect.poll(() => host.approvals.list('pending')).toHaveLength(1);
  host.agents.set('unknown', 'paused', 'person');
  for (const { id } of host.approvals.list('pending'))
    host.approvals.decide(id, { verdict: 'approve', scope: 'once', by: 'tester', via: 'terminal' });
  await pause(300);
  expect(existsSync(path)).toBe(false);
  resume(test);
  expect(await answer).toMatchObject({ ok: true });
  expect(existsSync(path)).toBe(true);
});

test('a command that waited does not keep the sandbox of a mode that a person took back', async () => {
  const test = createTestHost({ permissionLevel: 'full_access' });
  const { host, root } = test;
  const call = await agentOf(test);
  writeFileSync(
    join(root, 'make.mjs'),
    "import { writeFileSync } from 'node:fs'; writeFileSync('made.txt', 'x');",
  );
  host.agents.set('unknown', 'paused', 'person');
  const answer = call('shell_execute', { command: 'unknown-program || node make.mjs' });
  await pause(300);
  set(test, { permissionLevel: 'read_only' });
  resume(test);
  await answer;
  expect(existsSync(join(root, 'made.txt'))).toBe(false);
});
