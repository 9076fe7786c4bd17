import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { startServer } from './approving.ts';
import { hostPid } from './program.ts';

type Data = Record<string, unknown>;
type Server = Awaited<ReturnType<typeof startServer>>;

/** From when the next host answers to when it begins a step, or asks about one. The soak runs alone, and measures it. */
const RESUMED_WITHIN_MS = process.env.TOOLGATE_SOAK ? 1000 : 10_000;

const MODE = {
  TOOLGATE_PERMISSION_LEVEL: 'full_access',
  TOOLGATE_LIMITS_EXECUTIONS_PER_MINUTE: '100000',
  TOOLGATE_LIMITS_WRITES_PER_MINUTE: '100000',
};

/** A step that writes down that it began and that it ended. */
const step = (stepId: string, more: Data = {}) => ({
  stepId,
  command: `date +%s%3N >> "times-$RUN"; echo "$RUN ${stepId} begin" >> ledger; sleep 0.03; echo "$RUN ${stepId} end" >> ledger`,
  env: { RUN: '{{inputs.run}}' },
  ...more,
});

const inputs = { properties: { run: { type: 'string' } }, required: ['run'] };

export async function startKillable(again?: Server): Promise<Server> {
  return startServer({
    env: MODE,
    ...(again && { again: { place: again.serve, tokens: again.tokens } }),
  });
}

const dataOf = async (answer: Promise<Data>): Promise<Data> => {
  const { structuredContent, isError, content } = (await answer) as Data & { structuredContent?: Data };
  if (isError === true || !structuredContent) throw new Error(JSON.stringify(content));
  return structuredContent;
};

/** A workflow with a branch, a child, a retry and both policies for what is cut off. */
export async function createLedgerWorkflow({ agent }: Server): Promise<string> {
  const create = async (document: Data) =>
    String((await dataOf(agent.call('create_workflow', document))).workflowId);
  const inner = await create({ name: 'Inner', inputs, steps: [step('inner', { onInterrupt: 'retry' })] });
  return create({
    name: 'Ledger',
    inputs,
    steps: [
      step('one'),
      step('left', { needs: ['one'], onInterrupt: 'retry' }),
      step('right', { needs: ['one'] }),
      { stepId: 'child', needs: ['left'], workflow: inner, inputs: { run: '{{inputs.run}}' } },
      { stepId: 'pause', needs: ['right'], wait: { ms: 20 } },
      step('flaky', {
        needs: ['child', 'pause'],
        onInterrupt: 'retry',
        retry: { attempts: 3, backoffMs: 10 },
        command: `date +%s%3N >> "times-$RUN"; echo "$RUN flaky begin" >> ledger; test "$(grep -c "^$RUN flaky begin" ledger)" -ge 2 && echo "$RUN flaky end" >> ledger`,
      }),
      step('last', { needs: ['flaky'] }),
    ],
  });
}

/** Starts a run, kills the host after a while, and checks what the next one makes of it. */
export async function killDuringRun(
  server: Server,
  workflowId: string,
  run: string,
  afterMs: number,
): Promise<Server> {
  const started = await dataOf(
    server.agent.call('run_workflow', { workflowId, inputs: { run }, wait: false }),
  );
  const executionId = String(started.executionId);
  await pause(afterMs);
  await server.kill();
  const killedAt = Date.now();
  const next = await startKillable(server);
  const upAt = Date.now();
  const { end, askedAt } = await settle(next, executionId, run);
  expect(end, JSON.stringify(end)).toMatchObject({ status: 'completed' });
  const steps = end.steps as { status: string }[];
  expect(steps.map(({ status }) => status)).toEqual(steps.map(() => 'completed'));
  const counts = countsOf(next.root, run);
  // What asks first is never done twice; what says that it may be is done at most once more for the one kill.
  for (const name of ['one', 'right', 'last']) expect(counts(name, 'end'), `${run} ${name}`).toBe(1);
  for (const name of ['left', 'inner', 'flaky']) {
    expect(counts(name, 'end'), `${run} ${name}`).toBeGreaterThanOrEqual(1);
    expect(counts(name, 'end'), `${run} ${name}`).toBeLessThanOrEqual(2);
  }
  const resumed = [...askedAt, ...timesOf(next.root, run)].filter((at) => at > killedAt);
  if (resumed.length > 0) expect(Math.min(...resumed) - upAt).toBeLessThan(RESUMED_WITHIN_MS);
  return next;
}

/** Answers what is asked about steps that were cut off, as a person who looked would. */
async function settle(
  server: Server,
  executionId: string,
  run: string,
): Promise<{ end: Data; askedAt: readonly number[] }> {
  const askedAt: number[] = [];
  for (let tries = 0; tries < 600; tries++) {
    const now = await dataOf(server.agent.call('get_execution_status', { executionId }));
    if (now.endedAt !== undefined) return { end: now, askedAt };
    // Once it is answered, the run takes a moment to go on.
    const [approval] = now.status === 'pending_confirm' ? await server.person.approvals() : [];
    if (approval) {
      askedAt.push(Date.parse(approval.createdAt));
      const { step: stepId } = (approval as unknown as { args: { step: string } }).args;
      const wasDone = countsOf(server.root, run)(stepId, 'end') > 0;
      if (wasDone) await server.person.act('workflows/answer', { id: executionId, stepId, answer: 'done' });
      else await server.person.decide(approval.id, { verdict: 'approve' });
    }
    await pause(25);
  }
  throw new Error(`The run ${executionId} never ended`);
}

/** When steps of a run began to work. */
const timesOf = (root: string, run: string): number[] =>
  readFileSync(join(root, `times-${run}`), 'utf8')
    .trim()
    .split('\n')
    .map(Number);

const countsOf = (root: string, run: string) => {
  const lines = readFileSync(join(root, 'ledger'), 'utf8').split('\n');
  return (name: string, what: 'begin' | 'end') =>
    lines.filter((line) => line === `${run} ${name} ${what}`).length;
};

/** Stops the host like a laptop that sleeps, in the middle of a run, and checks that nothing runs twice. */
export async function sleepDuringRun(
  server: Server,
  workflowId: string,
  run: string,
  sleepMs: number,
): Promise<void> {
  const started = await dataOf(
    server.agent.call('run_workflow', { workflowId, inputs: { run }, wait: false }),
  );
  const executionId = String(started.executionId);
  const pid = hostPid(server.serve.dataDir);
  if (pid === undefined) throw new Error('There is no host');
  process.kill(pid, 'SIGSTOP');
  await pause(sleepMs);
  process.kill(pid, 'SIGCONT');
  const { end } = await settle(server, executionId, run);
  expect(end, JSON.stringify(end)).toMatchObject({ status: 'completed' });
  const counts = countsOf(server.root, run);
  for (const name of ['one', 'left', 'right', 'inner', 'last', 'flaky'])
    expect(counts(name, 'end'), name).toBe(1);
}
