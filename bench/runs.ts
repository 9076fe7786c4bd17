// `node bench/runs.ts`: what a durable step of a run costs beside its work, and whether 200 queued runs leave room for
// the calls of an agent. Prints a page of Markdown and writes it to bench/runs.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configSchema } from '../src/core/config.ts';
import { createLog } from '../src/core/log.ts';
import { callerWith } from '../src/host/agent.ts';
import { createHost } from '../src/host/create-host.ts';
import { createLogSync } from '../src/store/log-sync.ts';
import { openRunStore } from '../src/store/runs.ts';
import { openRunTables, openWorkflowTables } from '../src/store/workflow-tables.ts';
import { EmbeddedRuns } from '../src/workflows/runs/embedded.ts';
import { median } from './harness/statistics.ts';

const log = createLog({ level: 'silent', format: 'json', write: () => {} });
const place = mkdtempSync(join(tmpdir(), 'tg-bench-'));
const RUNS = 40;
const STEPS = 25;
const QUEUED = 200;
const EVERY_MS = 20;

/**
 * Steps that do nothing: what is left is the engine, its two commits and the one sync both share. Commits alone are
 * measured in turn with the runs, since the disk of a busy machine is ten times slower from one second to the next.
 */
async function costPerStep() {
  const file = join(place, 'steps.db');
  openWorkflowTables(file).close();
  const engine = new EmbeddedRuns({
    store: openRunStore(file),
    interpret: async (port) => {
      for (let step = 0; step < STEPS; step++)
        await port.step(`s${step}#1`, async () => ({ status: 'completed' }));
      return { status: 'completed' };
    },
    log,
    limits: { runs: 1, steps: 1 },
  });
  const commit = commitAlone();
  const times: { step: number; commit: number; own: number; cpu: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const alone = await commit();
    const cpuBefore = process.cpuUsage();
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
    const step = (performance.now() - startedAt) / STEPS;
    const { user, system } = process.cpuUsage(cpuBefore);
    times.push({ step, commit: alone, own: step - alone, cpu: (user + system) / 1000 / STEPS });
  }
  await engine.close();
  const middle = (key: keyof (typeof times)[number]) => median(times.map((one) => one[key]));
  return { step: middle('step'), commit: middle('commit'), own: middle('own'), cpu: middle('cpu') };
}

/** What one synced commit costs, without any engine. */
function commitAlone(): () => Promise<number> {
  const file = join(place, 'bare.db');
  openWorkflowTables(file).close();
  const db = openRunTables(file);
  const insert = db.prepare("INSERT INTO step_template VALUES (?, '', '', '', '', '', '')");
  insert.run('first');
  const sync = createLogSync(file);
  let count = 0;
  return async () => {
    const startedAt = performance.now();
    for (let n = 0; n < STEPS; n++) {
      insert.run(String(count++));
      await sync.settled();
    }
    return (performance.now() - startedAt) / STEPS;
  };
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
  // From when an agent wanted it, not from when this loop got around to it: a host that is stuck answers late.
  const reads = async (isDone: () => boolean) => {
    const times: number[] = [];
    const pending: Promise<void>[] = [];
    for (let wantedAt = performance.now(); !isDone(); ) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, wantedAt - performance.now())));
      for (const now = performance.now(); wantedAt <= now; wantedAt += EVERY_MS) {
        const from = wantedAt;
        const asked = call('list_directory', { path: '.' });
        pending.push(asked.then(() => void times.push(performance.now() - from)));
      }
    }
    await Promise.all(pending);
    return times;
  };
  const endAlone = performance.now() + 4000;
  const alone = await reads(() => performance.now() > endAlone);
  const startedAt = performance.now();
  const starting = Array.from({ length: QUEUED }, () => call('run_workflow', { workflowId, wait: false }));
  const ids: string[] = [];
  for (const start of starting) void start.then(({ executionId }) => ids.push(String(executionId)));
  const service = await host.workflows();
  const open = new Set<string>();
  const isDone = () => {
    for (const id of ids.splice(0)) open.add(id);
    const [first] = open;
    // Runs end in about the order they began: a look at the first is enough.
    if (first !== undefined && service.people.execution(first).endedAt !== undefined) {
      open.delete(first);
      ended++;
    }
    return ended === QUEUED;
  };
  let ended = 0;
  const beside = await reads(isDone);
  await host.close();
  return { alone, beside, drainedMs: performance.now() - startedAt };
}

const cost = await costPerStep();
const { alone, beside, drainedMs } = await besideRuns();
const ms = (value: number) => `${value.toFixed(2)} ms`;
const spread = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const late = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  return `${ms(median(times))} (95 % within ${ms(late)}, slowest ${ms(Math.max(...times))})`;
};
const page = [
  '# Runs of workflows',
  '',
  'Written by `node bench/runs.ts`.',
  '',
  '| measure | target | measured |',
  '| --- | --- | --- |',
  `| a step that does nothing, with its synced commit, median of ${RUNS} runs of ${STEPS} | - | ${ms(cost.step)} |`,
  `| one synced commit alone, in turn with them | - | ${ms(cost.commit)} |`,
  `| own cost of a step: the one without the other | at most 2 ms | ${ms(cost.own)} |`,
  `| processor time of a step, its commits included | - | ${ms(cost.cpu)} |`,
  `| ${QUEUED} runs of three steps, from the first start to the last end | they drain | ${(drainedMs / 1000).toFixed(1)} s |`,
  `| a read of an agent every ${EVERY_MS} ms, alone, median of ${alone.length} | - | ${spread(alone)} |`,
  `| the same beside those runs, median of ${beside.length} | no starving | ${spread(beside)} |`,
  '',
].join('\n');
process.stdout.write(page);
writeFileSync(join(import.meta.dirname, 'runs.md'), page);
rmSync(place, { recursive: true, force: true });
