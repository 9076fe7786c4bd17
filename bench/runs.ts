// `node bench/runs.ts`: what a durable step of a run costs beside its work, and whether 200 queued runs leave room for
// the calls of an agent. Prints a page of Markdown and writes it to bench/runs.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configSchema } from '../src/core/config.ts';
import { createLog } from '../src/core/log.ts';
import { callerWith } from '../src/host/agent.ts';
import { createHost } from '../src/host/create-host.ts';
import { createRunStore } from '../src/store/runs.ts';
import { openWorkflowTables } from '../src/store/workflow-tables.ts';
import { EmbeddedRuns } from '../src/workflows/runs/embedded.ts';
import { median } from './harness/statistics.ts';

const log = createLog({ level: 'silent', format: 'json', write: () => {} });
const place = mkdtempSync(join(tmpdir(), 'tg-bench-'));
const RUNS = 40;
const STEPS = 25;
const QUEUED = 200;

/** Steps that do nothing: what is left is the engine and its two synced commits. */
async function costPerStep(): Promise<number> {
  const engine = new EmbeddedRuns({
    store: createRunStore(openWorkflowTables(join(place, 'steps.db'))),
    interpret: async (port) => {
      for (let step = 0; step < STEPS; step++)
        await port.step(`s${step}#1`, async () => ({ status: 'completed' }));
      return { status: 'completed' };
    },
    log,
    limits: { runs: 1, steps: 1 },
  });
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const startedAt = performance.now();
    const start = {
      kind: 'workflow',
      name: 'bench',
      trigger: 'manual',
      startedBy: 'me',
      client: 'bench',
    } as const;
    const { runId } = await engine.start({ ...start, inputs: {}, work: null });
    await engine.ended(runId, 60_000);
    times.push((performance.now() - startedAt) / STEPS);
  }
  await engine.close();
  return median(times);
}

/** What two synced commits cost on this disk now, without any engine. */
function twoCommits(): number {
  const db = openWorkflowTables(join(place, 'bare.db'));
  const insert = db.prepare("INSERT INTO step_template VALUES (?, '', '', '', '', '', '')");
  const times: number[] = [];
  for (let n = 0; n < RUNS * STEPS; n++) {
    const startedAt = performance.now();
    insert.run(`${n}a`);
    insert.run(`${n}b`);
    times.push(performance.now() - startedAt);
  }
  db.close();
  return median(times);
}

/** Reads of an agent while runs are drained. */
async function besideRuns() {
  const config = configSchema.parse({
    permissionLevel: 'full_access',
    limits: { executionsPerMinute: 100_000 },
  });
  const dataDir = join(place, 'data');
  const host = createHost({ config, dataDir, log, env: {} });
  const caller = callerWith(config, 'stdio', { cwd: place });
  const call = async (tool: string, args: object) => {
    const answer = await host.call({ tool, args, caller });
    if (answer.kind !== 'result' || !answer.ok) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  const steps = Array.from({ length: 3 }, () => ({ tool: 'list_directory', args: { path: '.' } }));
  const { workflowId } = await call('create_workflow', { name: 'bench', steps });
  const read = async () => {
    const startedAt = performance.now();
    await call('list_directory', { path: '.' });
    return performance.now() - startedAt;
  };
  const alone = [];
  for (let n = 0; n < 200; n++) alone.push(await read());
  const startedAt = performance.now();
  const starting = Array.from({ length: QUEUED }, () => call('run_workflow', { workflowId, wait: false }));
  const ids: string[] = [];
  for (const start of starting) void start.then(({ executionId }) => ids.push(String(executionId)));
  const beside: number[] = [];
  const service = await host.workflows();
  const isDone = () =>
    ids.length === QUEUED && ids.every((id) => service.people.execution(id).endedAt !== undefined);
  do {
    for (let n = 0; n < 20; n++) beside.push(await read());
    await new Promise((resolve) => setTimeout(resolve, 10));
  } while (!isDone());
  const drainedMs = performance.now() - startedAt;
  await host.close();
  return {
    alone: median(alone),
    beside: median(beside),
    worst: Math.max(...beside),
    drainedMs,
    calls: beside.length,
  };
}

const bare = twoCommits();
const perStep = await costPerStep();
const { alone, beside, worst, drainedMs, calls } = await besideRuns();
const ms = (value: number) => `${value.toFixed(2)} ms`;
const page = [
  '# Runs of workflows',
  '',
  'Written by `node bench/runs.ts`.',
  '',
  '| measure | target | measured |',
  '| --- | --- | --- |',
  `| a step that does nothing, its two synced commits included, median of ${RUNS} runs of ${STEPS} | at most 2 ms | ${ms(perStep)} |`,
  `| two synced commits alone, on this disk at the same time | - | ${ms(bare)} |`,
  `| ${QUEUED} runs of three steps, from the first start to the last end | they drain | ${(drainedMs / 1000).toFixed(1)} s |`,
  `| a read of an agent alone, median | - | ${ms(alone)} |`,
  `| a read of an agent beside those runs, median of ${calls} | no starving | ${ms(beside)} (slowest ${ms(worst)}) |`,
  '',
].join('\n');
process.stdout.write(page);
writeFileSync(join(import.meta.dirname, 'runs.md'), page);
rmSync(place, { recursive: true, force: true });
