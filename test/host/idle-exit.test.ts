import { expect, test } from 'vitest';
import { readAudit } from '../support/audit-file.ts';
import { processesOf } from '../support/processes-of.ts';
import { hostPid, isAlive, temporaryDirectory, until } from '../support/program.ts';
import { livingHost } from '../support/signal-host.ts';
import { callNow, sendCall, startAgent, textOf } from '../support/stdio-agent.ts';

const IDLE_MS = 300;
const env = { TOOLGATE_IDLE_EXIT_MS: String(IDLE_MS) };

test('a background host leaves after its last agent, and not before', async () => {
  const dataDir = temporaryDirectory();
  const [first, last] = [startAgent(dataDir, { env }), startAgent(dataDir, { env })];
  await Promise.all([first.initialize(), last.initialize()]);
  const pid = livingHost(dataDir);
  first.child.stdin?.end();
  await first.exit;
  // An agent that says nothing for several idle times is still there.
  sendCall(last, 'patient', (4 * IDLE_MS) / 1000);
  expect(await textOf(last, 'patient')).toBe('Computed patient in 1.2 s');
  expect(hostPid(dataDir)).toBe(pid);

  last.child.stdin?.end();
  await last.exit;
  const leftAt = performance.now();
  await until('the host to leave', () => !isAlive(pid));
  expect(performance.now() - leftAt).toBeGreaterThan(IDLE_MS / 2);
  expect(processesOf(dataDir)).toEqual([]);
});

test('an agent that comes before the time is over keeps the host', async () => {
  const dataDir = temporaryDirectory();
  const slower = { TOOLGATE_IDLE_EXIT_MS: '1500' };
  const before = startAgent(dataDir, { env: slower });
  await before.initialize();
  const pid = livingHost(dataDir);
  before.child.kill('SIGKILL');
  await before.exit;
  const after = startAgent(dataDir, { env: slower });
  await after.initialize();
  sendCall(after, 'waits', 2);
  expect(await textOf(after, 'waits')).toBe('Computed waits in 2 s');
  expect(hostPid(dataDir)).toBe(pid);
});

test('the next agent after an idle exit starts a new host on the same record', async () => {
  const dataDir = temporaryDirectory();
  const first = startAgent(dataDir, { env });
  await first.initialize();
  await callNow(first, 'one');
  first.child.stdin?.end();
  await until('the host to leave', () => processesOf(dataDir).length === 0);
  const second = startAgent(dataDir, { env });
  await second.initialize();
  await callNow(second, 'two');
  expect(readAudit(dataDir).map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
    '1 intent',
    '2 outcome',
    '3 intent',
    '4 outcome',
  ]);
});
