import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { Host } from '../../src/host/create-host.ts';
import { createTestHost, dataOf, type TestHost } from '../support/host.ts';
import { inSandbox } from '../support/sandbox-place.ts';

type Data = Record<string, unknown>;

const WAIT = { timeout: 15_000 };

/** Started, after a yes where it is asked about. */
async function start(
  { host, call }: TestHost,
  args: Data,
  scope: 'once' | 'always' = 'once',
): Promise<string> {
  const first = await call('shell_start', args);
  const open = host.approvals.list().find(({ status }) => status === 'pending');
  if (!open) return String(dataOf(first).processId);
  host.approvals.decide(open.id, { verdict: 'approve', scope, by: 'test', via: 'terminal' });
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

const DEV = {
  command: 'make dev',
  access: ['write', 'network'],
  restart: 'always',
};

function withMakefile(more: Partial<Parameters<typeof createTestHost>[1]> = {}): TestHost {
  const made = createTestHost({}, more);
  writeFileSync(join(made.root, 'Makefile'), 'dev:\n\t@echo honest; sleep 0.5\n');
  return made;
}

const EVIL = 'dev:\n\t@echo evil; sleep 0.5\n';

const isRefused = (agent: TestHost, why: string, restarts = 0) =>
  expect
    .poll(() => listed(agent), WAIT)
    .toMatchObject({
      status: 'failed',
      restarts,
      notRestarted: expect.stringContaining(`Not started again: ${why}`),
    });

const hasRestarted = (agent: TestHost, restarts = 1) =>
  expect.poll(async () => (await listed(agent)).restarts, WAIT).toBe(restarts);

/** Its make has read what decides: what comes now is for the next start. */
const hasBegun = (agent: TestHost, processId: string, times: number) =>
  expect
    .poll(async () => (await printed(agent, processId)).filter((line) => line === 'honest').length, WAIT)
    .toBeGreaterThanOrEqual(times);

inSandbox('a yes is for no file that comes to decide what runs before a later start', async () => {
  const agent = withMakefile();
  const processId = await start(agent, DEV);
  await hasRestarted(agent);
  await hasBegun(agent, processId, 2);
  const evil = join(agent.root, 'GNUmakefile');
  writeFileSync(evil, EVIL);
  await isRefused(agent, `${evil} is new since it was allowed. Call again; a person is then asked`, 1);
  expect(await printed(agent, processId)).not.toContain('evil');
  expect((await listed(agent)).notRestarted).not.toContain('When that has changed');
});

inSandbox('nor is a standing answer, whichever of its starts comes later', async () => {
  const agent = withMakefile();
  const first = await start(agent, DEV, 'always');
  await agent.call('stop_background_process', { processId: first });
  const processId = String(dataOf(await agent.call('shell_start', DEV)).processId);
  await hasBegun(agent, processId, 1);
  const evil = join(agent.root, 'GNUmakefile');
  writeFileSync(evil, EVIL);
  const ofSecond = async () => {
    const { processes } = dataOf(await agent.call('list_background_processes'));
    return (processes as Data[]).find((one) => one.processId === processId);
  };
  await expect
    .poll(ofSecond, WAIT)
    .toMatchObject({ notRestarted: expect.stringContaining(`${evil} is new`) });
  expect(await printed(agent, processId)).not.toContain('evil');
});

inSandbox('a file that told it what to do may be gone, and a changed one is another', async () => {
  const agent = withMakefile();
  const { root } = agent;
  writeFileSync(join(root, 'more.mk'), '');
  const processId = await start(agent, { ...DEV, command: 'make dev more.mk' });
  rmSync(join(root, 'more.mk'));
  await hasRestarted(agent);
  await hasBegun(agent, processId, 2);
  writeFileSync(join(root, 'Makefile'), EVIL);
  await isRefused(agent, `${join(root, 'Makefile')} changed since it was allowed`, 1);
  expect(await printed(agent, processId)).not.toContain('evil');
});

inSandbox(
  'a server starts again with edited modules of its own, and not with another main file',
  async () => {
    const agent = createTestHost();
    const { root } = agent;
    const main = join(root, 'server.mjs');
    const text = "import { word } from './word.mjs';\nconsole.log(word);\nsetTimeout(() => {}, 500);\n";
    writeFileSync(main, text);
    writeFileSync(join(root, 'word.mjs'), "export const word = 'one';\n");
    const processId = await start(agent, { ...DEV, command: 'node server.mjs' });
    writeFileSync(join(root, 'word.mjs'), "export const word = 'two';\n");
    writeFileSync(join(root, 'other.mjs'), '');
    await hasRestarted(agent);
    await expect.poll(() => printed(agent, processId), WAIT).toEqual(['one', 'two']);
    writeFileSync(main, `${text}// three\n`);
    await isRefused(agent, `${main} changed since it was allowed`, 1);
  },
);

inSandbox('what can change files while it starts again is new, and it is not that itself', async () => {
  const agent = withMakefile();
  await start(agent, DEV);
  await hasRestarted(agent);
  const other = { command: 'sleep 30; touch x', access: ['write'] };
  const otherId = await start(agent, other);
  const first = async () => {
    const { processes } = dataOf(await agent.call('list_background_processes'));
    return (processes as Data[]).find(({ command }) => command === DEV.command);
  };
  await expect.poll(first, WAIT).toMatchObject({
    notRestarted: expect.stringContaining('"sleep 30; touch x" runs now and can change what it runs'),
  });
  await agent.call('stop_background_process', { processId: otherId });
});

inSandbox('a name that leads elsewhere by now is another one', async () => {
  const agent = withMakefile();
  const { root } = agent;
  mkdirSync(join(root, 'one'));
  mkdirSync(join(root, 'two'));
  symlinkSync('one', join(root, 'data'));
  const processId = await start(agent, { ...DEV, command: 'cp Makefile data/copy; sleep 0.5' });
  await hasRestarted(agent);
  rmSync(join(root, 'data'));
  symlinkSync('two', join(root, 'data'));
  await isRefused(agent, `${join(root, 'data/copy')} leads to ${join(root, 'two/copy')}, which is new`, 1);
  await agent.call('stop_background_process', { processId });
});

inSandbox('the next host compares with what was shown', async () => {
  const agent = withMakefile();
  const { host, root, dataDir, keys } = agent;
  const processId = await start(agent, { ...DEV, keepAlive: true });
  await host.close();
  const evil = join(root, 'GNUmakefile');
  writeFileSync(evil, EVIL);
  const next = createTestHost({}, { root, dataDir, keys });
  await isRefused(next, `${evil} is new since it was allowed`);
  expect(await printed(next, processId)).not.toContain('evil');
});

inSandbox('the next host starts nothing again of which it does not know what was shown', async () => {
  const agent = withMakefile();
  const { host, root, dataDir, keys } = agent;
  const processId = await start(agent, { ...DEV, command: 'make dev; sleep 2', keepAlive: true });
  await host.close();
  const db = new DatabaseSync(join(dataDir, 'toolgate.db'));
  db.exec("UPDATE process SET record = json_remove(record, '$.relaunch.call.shown')");
  db.close();
  const next = createTestHost({}, { root, dataDir, keys });
  const ended = /^(lost|failed|completed)$/;
  await expect.poll(async () => String((await listed(next)).status), WAIT).toMatch(ended);
  expect(await listed(next)).toMatchObject({ processId, restarts: 0 });
  expect(await printed(next, processId)).toEqual(['honest']);
});
