// Loaded into a server under test with `--import`: measures its event loop from inside and, on SIGUSR2, writes
// what it saw since the last time to loop-<pid>.json in the directory named in the environment.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { percentile } from '../harness/statistics.ts';

const TICK_MS = 10;
const file = join(process.env.BENCH_LOOP_DIR ?? '.', `loop-${process.pid}.json`);
const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
histogram.enable();

// On a shared machine a late tick may only mean that another process had the core: the kernel knows for how long
// this thread could have run and did not. What is left is the delay that the server itself made.
let own: number[] = [];
let at = performance.now();
let waited = waitedMs();
setInterval(() => {
  const [now, waitedNow] = [performance.now(), waitedMs()];
  own.push(Math.max(0, now - at - (waitedNow - waited) - TICK_MS));
  at = now;
  waited = waitedNow;
}, TICK_MS).unref();

process.on('SIGUSR2', () => {
  // Node counts from one tick to the next; what goes beyond the tick is the delay.
  const delayMs = (share: number): number => Math.max(0, histogram.percentile(share * 100) / 1e6 - TICK_MS);
  const seen = {
    p50: delayMs(0.5),
    p99: delayMs(0.99),
    max: delayMs(1),
    ownP50: percentile(own, 0.5),
    ownP99: percentile(own, 0.99),
  };
  writeFileSync(`${file}.next`, JSON.stringify(seen));
  renameSync(`${file}.next`, file);
  histogram.reset();
  own = [];
});

/** How long the main thread has waited for a core so far; 0 where the kernel does not count it. */
function waitedMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
