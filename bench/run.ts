// `npm run bench`: measures the built program beside a server on the bare SDK and a raw loop, prints a page of
// Markdown and, unless told to be quick, writes it to bench/results.md. A missed target is a result, not a failure.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createWorkspace, type Workspace } from './harness/workspace.ts';
import { measureGateCost } from './measures/gate-cost.ts';
import { measureGit } from './measures/git.ts';
import { measureHttpCalls } from './measures/http-call.ts';
import { measureLoopDelay } from './measures/loop-delay.ts';
import { measureMemory } from './measures/memory.ts';
import { measurePeers } from './measures/peers.ts';
import { measureRedaction } from './measures/redaction.ts';
import { measureSpawnCost } from './measures/spawn-cost.ts';
import { measureStart } from './measures/start.ts';
import { measureStdioCalls } from './measures/stdio-call.ts';
import { measureToolList } from './measures/tool-list.ts';
import { type Measured, PEERS, RESULTS, toMarkdown } from './report.ts';

const LIMIT_MS = 900_000;

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const pick = <T>(quick: T, full: T): T => (values.quick ? quick : full);
// Many short rounds rather than a few long ones: the finer the interleaving, the truer the ratios.
const calls = {
  generations: pick(1, 5),
  rounds: pick(3, 4),
  calls: pick(100, 200),
  warmUpCalls: pick(200, 1000),
};

const MEASURES: Readonly<Record<string, (workspace: Workspace) => Promise<Measured>>> = {
  start: (workspace) => measureStart(workspace, { rounds: pick(2, 15) }),
  stdio: (workspace) => measureStdioCalls(workspace, { ...calls, generations: pick(1, 3) }),
  http: (workspace) => measureHttpCalls(workspace, calls),
  spawn: (workspace) =>
    measureSpawnCost(workspace, {
      rounds: pick(20, 200),
      megabytes: pick(50, 500),
      outputRounds: pick(1, 5),
    }),
  gate: (workspace) => measureGateCost(workspace, { rounds: pick(3, 21), calls: 300 }),
  redaction: () => measureRedaction({ rounds: pick(5, 21), megabytes: pick(8, 64) }),
  git: (workspace) => measureGit(workspace, { rounds: pick(3, 15), calls: pick(5, 20) }),
  memory: (workspace) => measureMemory(workspace, { calls: pick(500, 10_000) }),
  list: (workspace) => measureToolList(workspace, { requests: pick(100, 500) }),
  loop: (workspace) => measureLoopDelay(workspace, { rounds: pick(1, 3), durationMs: pick(1000, 2000) }),
};

if (!existsSync(join(import.meta.dirname, '../dist/bin/main.js')))
  throw new Error('There is no build to measure; run npm run build');
const workspace = await createWorkspace();
const stop = (code: number): void => void workspace.close().finally(() => process.exit(code));
process.once('SIGINT', () => stop(130));
process.once('SIGTERM', () => stop(143));
// Nothing waits for ever: whatever hangs is ended with the run.
setTimeout(() => stop(1), LIMIT_MS).unref();
const about = pick('a quick run', 'a full run');
try {
  // Other people's programs are installed and run only when they are asked for by name.
  if (values.only === 'peers') publish('peers.md', toMarkdown(await measureAmongPeers(), about, PEERS));
  else publish('results.md', toMarkdown(await measureAll(), about, RESULTS));
} finally {
  await workspace.close();
}

function publish(file: string, page: string): void {
  console.log(page);
  const isWhole = values.only === undefined || values.only === 'peers';
  if (!values.quick && isWhole) writeFileSync(join(import.meta.dirname, file), page);
}

function measureAmongPeers(): Promise<Measured[]> {
  return measurePeers(workspace, {
    rounds: pick(3, 9),
    quickCalls: pick(10, 50),
    starts: pick(1, 5),
    rates: { rounds: pick(1, 11), durationMs: pick(500, 1000) },
  });
}

async function measureAll(): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (values.only !== undefined && !values.only.split(',').includes(name)) continue;
    const startedAt = performance.now();
    measured.push(await measure(workspace));
    console.error(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
  return measured;
}
