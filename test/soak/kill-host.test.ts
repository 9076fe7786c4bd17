import { expect, test } from 'vitest';
import { readAudit } from '../support/audit-file.ts';
import { stormAndKill } from '../support/kill-storm.ts';
import { processesOf } from '../support/processes-of.ts';
import { temporaryDirectory, until } from '../support/program.ts';
import { callNow, sendCall, startAgent } from '../support/stdio-agent.ts';

const ROUNDS = 50;
const CALLS_EACH = 200;

test(`the same agents live through ${ROUNDS} times kill -9 of their host`, async () => {
  const dataDir = temporaryDirectory();
  const agents = [startAgent(dataDir), startAgent(dataDir), startAgent(dataDir)];
  await Promise.all(agents.map((agent) => agent.initialize()));
  for (let round = 1; round <= ROUNDS; round++)
    await stormAndKill(dataDir, agents, { round: `round${round}`, callsEach: CALLS_EACH });
  const texts = await Promise.all(agents.map((agent, i) => callNow(agent, `last-${i}`)));
  expect(texts).toEqual(agents.map((_, i) => `Computed last-${i} in 0 s`));
  const intents = readAudit(dataDir).filter(({ kind }) => kind === 'intent');
  expect(intents).toHaveLength((ROUNDS * CALLS_EACH + 1) * agents.length);
  for (const { child } of agents) child.stdin?.end();
  await until('every process to be gone', () => processesOf(dataDir).length === 0);
});

test(`${ROUNDS} agents that are killed one after the other leave nothing running`, async () => {
  const dataDir = temporaryDirectory();
  const staying = startAgent(dataDir);
  await staying.initialize();
  for (let round = 1; round <= ROUNDS; round++) {
    const leaving = startAgent(dataDir);
    await leaving.initialize();
    sendCall(leaving, `left-${round}`, 60);
    const intent = await until('the call to begin', () => {
      const last = readAudit(dataDir).at(-1);
      return last?.kind === 'intent' && last;
    });
    leaving.child.kill('SIGKILL');
    const outcome = await until('its end', () =>
      readAudit(dataDir).find(({ kind, callId }) => kind === 'outcome' && callId === intent.callId),
    );
    expect(outcome.body).toMatchObject({ ok: false, code: 'CANCELLED' });
    await callNow(staying, `stayed-${round}`);
  }
  staying.child.stdin?.end();
  await until('every process to be gone', () => processesOf(dataDir).length === 0);
});
