import { test } from 'vitest';
import { createLedgerWorkflow, killDuringRun, sleepDuringRun, startKillable } from '../support/kill-runs.ts';

const ROUNDS = 30;
const SLEEP_MS = 60_000;

test(`runs survive kill -9 at ${ROUNDS} random moments`, async () => {
  let server = await startKillable();
  const workflowId = await createLedgerWorkflow(server);
  for (let round = 1; round <= ROUNDS; round++)
    server = await killDuringRun(server, workflowId, `r${round}`, Math.random() * 900);
});

test('no step runs twice though the machine sleeps for a minute', async () => {
  const server = await startKillable();
  await sleepDuringRun(server, await createLedgerWorkflow(server), 'asleep', SLEEP_MS);
});
