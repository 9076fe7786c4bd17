import { expect, test } from 'vitest';
import { labelOf, readAudit } from '../support/audit-file.ts';
import { connectHttpAgent, serveOn } from '../support/http-agent.ts';
import { stormAndKill } from '../support/kill-storm.ts';
import { processesOf } from '../support/processes-of.ts';
import { hostPid, isAlive, temporaryDirectory, until } from '../support/program.ts';
import { signalHost } from '../support/signal-host.ts';
import { callNow, sendCall, startAgent, textOf } from '../support/stdio-agent.ts';

const TWO_AT_ONCE = { TOOLGATE_LIMITS_READS_IN_FLIGHT: '2' };

async function inFlight(url: string): Promise<number> {
  const response = await fetch(new URL('/health', url));
  return ((await response.json()) as { inFlight: number }).inFlight;
}

async function untilInFlight(url: string, count: number): Promise<void> {
  const deadline = performance.now() + 10_000;
  while ((await inFlight(url)) !== count)
    if (performance.now() > deadline) throw new Error(`Waited 10 s for ${count} calls in flight`);
}

test('after kill -9 of the host, calls that had begun are told apart from those that had not', async () => {
  const dataDir = temporaryDirectory();
  const served = await serveOn(dataDir, TWO_AT_ONCE);
  const http = await connectHttpAgent(served, served.token);
  const agents = [
    startAgent(dataDir, { env: TWO_AT_ONCE }),
    startAgent(dataDir, { env: TWO_AT_ONCE }),
  ] as const;
  await Promise.all(agents.map((agent) => agent.initialize()));
  const [first, second] = agents;

  const begun = ['a1', 'a2', 'b1', 'b2'];
  for (const label of begun) sendCall(label.startsWith('a') ? first : second, label, 60);
  const lost = http
    .callTool({ name: 'slow_compute', arguments: { seconds: 60, label: 'h1' } }, { timeout: 2000 })
    .then(
      () => 'answered',
      () => 'failed',
    );
  await untilInFlight(served.address, 5);
  const waiting = ['a3', 'a4', 'a5', 'b3', 'b4', 'b5'];
  for (const label of waiting) sendCall(label.startsWith('a') ? first : second, label, 0);
  await untilInFlight(served.address, 11);
  const intents = new Map(readAudit(dataDir).map((row) => [labelOf(row), row.seq]));
  expect([...intents.keys()].sort()).toEqual([...begun, 'h1']);
  const killed = signalHost(dataDir, 'SIGKILL');

  const told = await Promise.all(
    begun.map((label) => textOf(label.startsWith('a') ? first : second, label, 20_000)),
  );
  expect(told).toEqual(
    begun.map(
      (label) =>
        `UNAVAILABLE: slow_compute was running when the host ended: outcome unknown, see audit entry ${intents.get(label)}\n` +
        'Check whether it took effect before you call it again.',
    ),
  );
  const run = await Promise.all(
    waiting.map((label) => textOf(label.startsWith('a') ? first : second, label)),
  );
  expect(run).toEqual(waiting.map((label) => `Computed ${label} in 0 s`));
  expect(hostPid(dataDir)).not.toBe(killed);
  expect(await callNow(first, 'a6')).toBe('Computed a6 in 0 s');
  expect(await lost).toBe('failed');

  const again = await serveOn(dataDir, TWO_AT_ONCE);
  const httpAgain = await connectHttpAgent(again, served.token);
  await httpAgain.callTool({ name: 'slow_compute', arguments: { seconds: 0, label: 'h2' } });
  expect(await callNow(second, 'b6')).toBe('Computed b6 in 0 s');

  for (const { child } of agents) child.stdin?.end();
  expect(await Promise.all(agents.map(({ exit }) => exit))).toEqual([
    { code: 0, signal: null },
    { code: 0, signal: null },
  ]);
  await httpAgain.close();
  expect(await again.stop()).toBe(0);
  await until('every process to be gone', () => processesOf(dataDir).length === 0);
  const made = readAudit(dataDir)
    .filter(({ kind }) => kind === 'intent')
    .map(labelOf);
  expect(made.sort()).toEqual([...begun, ...waiting, 'a6', 'b6', 'h1', 'h2'].sort());
});

test('kill -9 of the host under load loses no call, runs none twice and leaves the chain whole', async () => {
  const dataDir = temporaryDirectory();
  const agents = [startAgent(dataDir), startAgent(dataDir)];
  await Promise.all(agents.map((agent) => agent.initialize()));
  await stormAndKill(dataDir, agents, { round: 'x', callsEach: 150 });
  // So many that a thread brings their rows into the table.
  await stormAndKill(dataDir, agents, { round: 'y', callsEach: 1000 });
  for (const { child } of agents) child.stdin?.end();
  await until('every process to be gone', () => processesOf(dataDir).length === 0);
});

test('a host that is killed while nobody calls is replaced with the next call', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent(dataDir);
  await agent.initialize();
  const killed = signalHost(dataDir, 'SIGKILL');
  await until('the host to be gone', () => !isAlive(killed));
  expect(await callNow(agent, 'after')).toBe('Computed after in 0 s');
  expect((await agent.request('tools/list')).result?.tools).toBeInstanceOf(Array);
  expect(agent.received.filter(({ id }) => id === 'r1')).toHaveLength(1);
});
