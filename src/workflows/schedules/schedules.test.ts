import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { createWorkflowHost } from '../../../test/support/workflow-host.ts';
import { configSchema } from '../../core/config.ts';
import { createLog } from '../../core/log.ts';
import { callerWith } from '../../host/agent.ts';
import { createHost } from '../../host/create-host.ts';
import { nextTime } from './cron.ts';

const EVERY_SECOND = { cron: '* * * * * *' };
const executions = async (host: { call(tool: string, args: object): Promise<unknown> }, workflowId: string) =>
  dataOf((await host.call('list_action_executions', { workflowId, limit: 100 })) as never).executions as {
    executionId: string;
    status: string;
    trigger: string;
    startedBy: string;
    error?: string;
  }[];

test('cron follows its time zone, across the change of the clock', () => {
  const nine = { cron: '0 9 * * *', timeZone: 'Europe/Berlin' };
  const after = (iso: string) => new Date(nextTime(nine, Date.parse(iso)) ?? 0).toISOString();
  expect(after('2026-03-28T12:00:00Z')).toBe('2026-03-29T07:00:00.000Z');
  expect(after('2026-03-27T12:00:00Z')).toBe('2026-03-28T08:00:00.000Z');
});

test('a schedule starts runs by itself, one for each tick, on behalf of who allowed it', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const workflowId = await host.create({
    name: 'Tick',
    steps: [{ command: 'true' }],
    schedule: EVERY_SECOND,
  });
  await expect.poll(() => executions(host, workflowId), { timeout: 10_000 }).toHaveLength(2);
  const { people } = await host.host.workflows();
  people.disable(workflowId);
  const ran = await executions(host, workflowId);
  expect(ran[0]).toMatchObject({ trigger: 'schedule', startedBy: expect.stringMatching(/^local:/) });
  await expect.poll(() => host.host.isWatching()).toBe(false);
});

test('a run that still goes on is not overtaken: the next is left out', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const steps = [{ wait: { ms: 60_000 } }];
  const workflowId = await host.create({
    name: 'Slow',
    steps,
    schedule: { ...EVERY_SECOND, overlap: 'skip' },
  });
  await expect.poll(() => executions(host, workflowId), { timeout: 10_000 }).toHaveLength(2);
  const [second, first] = await executions(host, workflowId);
  expect([first?.status, second?.error]).toEqual(['waiting', expect.stringContaining('Left out')]);
});

test('a file starts nothing by itself until a person enabled what it says, and nothing once it changed', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const folder = join(host.root, '.toolgate', 'workflows');
  mkdirSync(folder, { recursive: true });
  const write = (word: string) =>
    writeFileSync(
      join(folder, 'tick.yml'),
      `name: File\nschedule: { cron: "* * * * * *" }\nsteps:\n  - command: echo ${word}\n`,
    );
  write('one');
  const [found] = dataOf(await host.call('list_workflows')).workflows as { workflowId: string }[];
  const { workflowId } = found ?? { workflowId: '' };
  expect(found).toMatchObject({ isEnabled: false });
  const { people } = await host.host.workflows();
  const caller = callerWith(host.host.config, 'cli', { cwd: host.root });
  await people.enable(workflowId, caller, 'person');
  await expect.poll(() => executions(host, workflowId), { timeout: 10_000 }).toHaveLength(1);
  write('two');
  await expect.poll(() => people.show(workflowId, [host.root]).isEnabled).toBe(false);
  const before = (await executions(host, workflowId)).length;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await executions(host, workflowId)).toHaveLength(before);
});

/** A host on a data directory, and an agent in a root. */
function openHost(dataDir: string, root: string) {
  const config = configSchema.parse({ permissionLevel: 'full_access' });
  const log = createLog({ level: 'silent', format: 'json', write: () => {} });
  const host = createHost({ config, dataDir, log, env: {} });
  const caller = callerWith(config, 'stdio', { cwd: root });
  return { close: host.close, call: (tool: string, args: object) => host.call({ tool, args, caller }) };
}

test('what was missed while no host was there is made up for once, or not at all', async () => {
  const [dataDir, root] = [temporaryDirectory(), temporaryDirectory()];
  const first = openHost(dataDir, root);
  const create = async (name: string, catchUpMs: number) => {
    const document = { name, steps: [{ command: 'true' }], schedule: { cron: '0 0 1 1 *', catchUpMs } };
    return String(dataOf(await first.call('create_workflow', document)).workflowId);
  };
  const caught = await create('Caught', 86_400_000);
  const missed = await create('Missed', 0);
  await first.close();
  const db = new DatabaseSync(join(dataDir, 'workflows.db'));
  db.prepare('UPDATE schedule SET next_at = ?').run(Date.now() - 3_600_000);
  db.close();
  for (let start = 1; start <= 2; start++) {
    const next = openHost(dataDir, root);
    await expect.poll(() => executions(next, caught), { timeout: 10_000 }).toHaveLength(1);
    expect(await executions(next, missed)).toHaveLength(0);
    const shown = async () => dataOf(await next.call('get_workflow', { workflowId: caught }));
    await expect.poll(async () => Date.parse(String((await shown()).nextRunAt))).toBeGreaterThan(Date.now());
    await next.close();
  }
});
