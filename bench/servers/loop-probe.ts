// Loaded into a server under test with `--import`: measures its event loop from inside and, on SIGUSR2, writes
// what it saw since the last time to loop-<pid>.json in the directory named in the environment.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { percentile } from '../harness/statistics.ts';

const TICK_MS = 10;
const file = join(process.env.BENCH_LOOP_DIR ?? '.', `loop-${process.pid}.json`);
const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
histogram.enable();

// On a shared machine a late tick may only mean that another process had the core. What this thread itself
// worked between two ticks is the part of the delay that is its own.
let own: number[] = [];
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  own.push(Math.max(0, (user + system) / 1000 - TICK_MS));
}, TICK_MS).unref();

process.on('SIGUSR2', () => {
  // Node counts from one tick to the next; what goes beyond the tick is the delay.
  const delayMs = (share: number): number => Math.max(0, histogram.percentile(share * 100) / 1e6 - TICK_MS);
  const seen = { p50: delayMs(0.5), p99: delayMs(0.99), max: delayMs(1), ownP99: percentile(own, 0.99) };
  writeFileSync(`${file}.next`, JSON.stringify(seen));
  renameSync(`${file}.next`, file);
  histogram.reset();
  own = [];
});
