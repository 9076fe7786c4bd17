import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Host } from '../../src/host/create-host.ts';
import { createTestHost, dataOf, type TestHost } from '../support/host.ts';
import { inSandbox } from '../support/sandbox-place.ts';

type Data = Record<string, unknown>;

const WAIT = { timeout: 15_000 };

/** Started, after a yes where it is asked about. */
async function start({ host, call }: TestHost, args: Data): Promise<string> {
  const first = await call('shell_start', args);
  const open = host.approvals.list().find(({ status }) => status === 'pending');
  if (!open) return String(dataOf(first).processId);
  host.approvals.decide(open.id, { verdict: 'approve', scope: 'once', by: 'test', via: 'terminal' });
  return String(dataOf(await call('shell_start', args)).processId);
}

const listed = async ({ call }: TestHost): Promise<Data> => {
  const { processes } = dataOf(await call('list_background_processes'));
  return (processes as Data[])[0] ?? {};
};

const printed = async ({ call }: TestHost, processId: string): Promise<readonly string[]> => {
  const { lines } = dataOf(await call('get_background_process_output', { processId }));
  return (lines as { text: string }[]).map(({ text }) => text).filter((text) => text !== '');
};

const deny = (host: Host, ...paths: string[]) =>
  host.rules.add({
    verdict: 'deny',
    tool: '*',
    pattern: { paths },
    session: null,
    createdBy: 'test',
    expiresAt: null,
  });

function withPrivateFile(more: Partial<Parameters<typeof createTestHost>[1]> = {}): TestHost {
  const made = createTestHost({}, more);
  mkdirSync(join(made.root, 'priv'), { recursive: true });
  writeFileSync(join(made.root, 'priv/f.txt'), 'before\n');
  return made;
}

inSandbox('a rule that refuses what a process does refuses its next start, in words', async () => {
  const agent = withPrivateFile();
  const processId = await start(agent, { command: 'cat priv/f.txt; sleep 0.3', restart: 'always' });
  const { id } = deny(agent.host, `${agent.root}/priv/**`);
  writeFileSync(join(agent.root, 'priv/f.txt'), 'after\n');
  const why = expect.stringContaining(`Not started again: shell_start is refused: rule ${id}.`);
  await expect
    .poll(() => listed(agent), WAIT)
    .toMatchObject({ status: 'failed', restarts: 0, notRestarted: why });
  expect(await printed(agent, processId)).toEqual(['before', why]);
});

inSandbox('what a rule refuses since the first start is hidden from the next', async () => {
  const agent = withPrivateFile();
  const command = 'cat p*/f.* 2>&1; sleep 0.3';
  const processId = await start(agent, { command, restart: 'always' });
  deny(agent.host, `${agent.root}/priv/**`);
  writeFileSync(join(agent.root, 'priv/f.txt'), 'after\n');
  await expect.poll(async () => (await listed(agent)).restarts, WAIT).toBe(1);
  await agent.call('stop_background_process', { processId });
  expect(await printed(agent, processId)).not.toContain('after');
});

inSandbox(
  'one yes covers all starts of a process, each in the record, until the mode takes it back',
  async () => {
    const agent = createTestHost();
    const { host, root } = agent;
    writeFileSync(join(root, 'tick.sh'), 'echo tick; sleep 0.3; exit 1\n');
    const args = { command: 'bash tick.sh', access: ['write'], restart: 'on-failure' };
    const processId = await start(agent, args);
    await expect.poll(async () => (await listed(agent)).restarts, WAIT).toBe(1);
    host.config.permissionLevel = 'read_only';
    const why = expect.stringContaining('Not started again: shell_start is refused: mode read_only.');
    await expect.poll(() => listed(agent), WAIT).toMatchObject({ restarts: 1, notRestarted: why });
    expect(await printed(agent, processId)).toEqual(['tick', 'tick', why]);
    const rows = host.audit
      .ofSession((await host.agents.list())[0]?.session ?? '')
      .filter(({ body }) => body.laterStart !== undefined);
    const first = rows[0]?.body.parent;
    expect(rows.map(({ kind, body }) => [kind, body.tool, body.parent, body.laterStart])).toEqual([
      ['intent', 'shell_start', first, { processId, restarts: 1 }],
      ['refusal', 'shell_start', first, { processId, restarts: 2 }],
    ]);
    expect(first).toMatchObject({ kind: 'call' });
  },
);

inSandbox('a process that a standing answer let run is not started again once that is gone', async () => {
  const agent = createTestHost();
  const { host, root } = agent;
  writeFileSync(join(root, 'tick.sh'), 'echo tick; sleep 0.3\n');
  const rule = host.rules.add({
    verdict: 'allow',
    tool: 'shell_start',
    pattern: {},
    session: null,
    createdBy: 'test',
    expiresAt: null,
  });
  await start(agent, { command: 'bash tick.sh', access: ['write'], restart: 'always' });
  await expect.poll(async () => (await listed(agent)).restarts, WAIT).toBe(1);
  host.rules.remove(rule.id);
  await expect
    .poll(() => listed(agent), WAIT)
    .toMatchObject({ notRestarted: expect.stringContaining('was changed since it was started') });
});

inSandbox('the next host asks anew before it starts a kept process again', async () => {
  const agent = withPrivateFile();
  const { host, root, dataDir, keys } = agent;
  const kept = { keepAlive: true, restart: 'always' };
  const processId = await start(agent, { command: 'cat priv/f.txt; sleep 0.3', ...kept });
  const { id } = deny(host, `${root}/priv/**`);
  writeFileSync(join(root, 'priv/f.txt'), 'after\n');
  await host.close();
  const next = createTestHost({}, { root, dataDir, keys });
  const why = expect.stringContaining(`Not started again: shell_start is refused: rule ${id}.`);
  await expect.poll(() => listed(next), WAIT).toMatchObject({ status: 'failed', notRestarted: why });
  expect(await printed(next, processId)).toEqual(['before', why]);
});
