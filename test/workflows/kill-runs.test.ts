import { expect, test } from 'vitest';
import { createLedgerWorkflow, killDuringRun, sleepDuringRun, startKillable } from '../support/kill-runs.ts';

const ROUNDS = 10;
const SLEEP_MS = 5000;

test(`runs survive kill -9 at ${ROUNDS} random moments, and a host that sleeps`, {
  timeout: 180_000,
}, async () => {
  let server = await startKillable();
  const workflowId = await createLedgerWorkflow(server);
  for (let round = 1; round <= ROUNDS; round++)
    server = await killDuringRun(server, workflowId, `r${round}`, Math.random() * 900);
  await sleepDuringRun(server, workflowId, 'asleep', SLEEP_MS);
  const history = await server.agent.call('list_action_executions', { workflowId, limit: 100 });
  expect(history).toMatchObject({ structuredContent: { total: ROUNDS + 1 } });
});
