import type { Config } from '../../core/config.ts';
import type { Parts } from '../parts.ts';
import type { RunLog } from '../steps/run-log.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 60_000;
let last = 0;

/** Forgets runs beyond what is kept, by count and by age, with their logs and artifacts; now and then is enough. */
export function keepHistory(
  { runs, webhooks }: Parts['stores'],
  log: RunLog,
  { keepRuns, keepDays }: Config['workflows'],
): void {
  if (Date.now() - last < EVERY_MS) return;
  last = Date.now();
  const before = last - keepDays * DAY_MS;
  log.remove(runs.prune({ count: keepRuns, before }));
  webhooks.prune(new Date(before).toISOString());
}
