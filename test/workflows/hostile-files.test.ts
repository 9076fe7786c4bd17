import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nextTime } from '../../src/workflows/schedules/cron.ts';
import { createTestHost, dataOf } from '../support/host.ts';
import { writeFiles } from '../support/write-files.ts';

const FOLDER = '.toolgate/workflows';
const HONEST = 'name: Honest\nsteps:\n  - command: ls\n';

const named = (count: number, text: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${FOLDER}/f${at}.yaml`, text]));

const HOSTILE = {
  'many small parts': named(60, `name: b\nx: [${'[],'.repeat(80_000)}]\n`),
  'many parts, each file within its limit': named(200, `name: b\nx: [${'[],'.repeat(4500)}]\n`),
  'many keys': named(100, `name: b\n${Array.from({ length: 4900 }, (_, at) => `k${at}: 1\n`).join('')}`),
  'deep lists in one line': named(20, `name: b\nx: ${'- '.repeat(9000)}a\n`),
  'deep brackets': named(20, `name: b\nx: ${'['.repeat(4900)}${']'.repeat(4900)}\n`),
  'long names': named(200, `name: b\n${'k'.repeat(250_000)}: 1\n`),
  'times that never come': named(
    200,
    'name: b\nschedule: { cron: "* * * 30 2 *" }\nsteps: [{ command: ls }]\n',
  ),
};

test.each(Object.entries(HOSTILE))('%s in workflow files do not hold the host', async (_what, files) => {
  const { call, root } = createTestHost();
  mkdirSync(join(root, FOLDER), { recursive: true });
  writeFiles(root, { ...files, [`${FOLDER}/a.yaml`]: HONEST });
  const before = process.memoryUsage.rss();
  const cpu = process.cpuUsage();
  const data = dataOf(await call('list_workflows'));
  const { user, system } = process.cpuUsage(cpu);
  expect(JSON.stringify(data)).toContain('Honest');
  // Time of this process alone: others may be busy.
  expect((user + system) / 1000).toBeLessThan(3500);
  expect(process.memoryUsage.rss() - before).toBeLessThan(250_000_000);
  const again = process.cpuUsage();
  await call('list_workflows');
  const second = process.cpuUsage(again);
  expect((second.user + second.system) / 1000).toBeLessThan(1000);
});

test('200 honest files are all there', async () => {
  const { call, root } = createTestHost();
  const steps = Array.from({ length: 10 }, (_, at) => `  - id: s${at}\n    command: echo ${at}\n`).join('');
  writeFiles(
    root,
    Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`${FOLDER}/w${at}.yaml`, `name: W${at}\nsteps:\n${steps}`]),
    ),
  );
  expect(dataOf(await call('list_workflows'))).toMatchObject({ total: 200 });
});

test.each([
  ['* * * 30 2 *', false],
  ['0 0 31 4,6,sep *', false],
  ['0 0 30-31 feb ?', false],
  ['0 0 31W 2 *', false],
  ['0 0 30 2 1', true],
  ['0 0 29 2 *', true],
  ['0 0 31 1-6 *', true],
  ['0 0 L 2 *', true],
  ['*/5 * * * *', true],
  ['0 0 0 31 12 * 2099', true],
])('%s comes: %s, and that is known at once', (cron, comes) => {
  const startedAt = process.cpuUsage();
  const time = nextTime({ cron, timeZone: 'UTC' }, Date.UTC(2026, 0, 1));
  const { user, system } = process.cpuUsage(startedAt);
  expect(time !== undefined).toBe(comes);
  expect((user + system) / 1000).toBeLessThan(30);
});
