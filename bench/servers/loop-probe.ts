// Loaded into a server under test with `--import`: measures its event loop from inside and, on SIGUSR2,
// writes what it saw since the last time to the file named in the environment.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const file = process.env.BENCH_LOOP_FILE;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
histogram.enable();

if (file !== undefined) {
  process.on('SIGUSR2', () => {
    // Node counts from one tick of its timer to the next; what goes beyond the tick is the delay.
    const delayMs = (percentile: number): number =>
      Math.max(0, histogram.percentile(percentile) / 1e6 - RESOLUTION_MS);
    const seen = { p50: delayMs(50), p99: delayMs(99), max: delayMs(100), samples: histogram.count };
    writeFileSync(`${file}.next`, JSON.stringify(seen));
    renameSync(`${file}.next`, file);
    histogram.reset();
  });
}
