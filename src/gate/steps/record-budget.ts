import type { Caller } from '../../core/call/caller.ts';
import { PER_USER } from '../../core/call/per-user.ts';
import type { Config } from '../../core/config.ts';
import { ToolError } from '../../core/errors.ts';
import { createTokenBuckets } from '../../core/timing/token-bucket.ts';

const HOUR_MS = 3_600_000;
/** Refusals are counted in one row each time. */
const BETWEEN_ROWS_MS = 1000;
const MEGABYTE = 1_048_576;

/** What a refusal says, and in which row. */
export interface OverBudget {
  readonly error: ToolError;
  /** How many were refused before it without a row; undefined where this one has none either. */
  readonly refusedBefore?: number;
}

/**
 * Every call leaves rows, also one that is refused, and reads have no rate: an agent in a loop would fill the disk. What
 * it may add in an hour is far beyond any work; behind that it goes on as fast as there is room again.
 */
export interface RecordBudget {
  check(caller: Caller): OverBudget | undefined;
  spend(caller: Caller, bytes: number): void;
}

export function createRecordBudget({
  recordMegabytesPerHour,
}: Pick<Config['limits'], 'recordMegabytesPerHour'>): RecordBudget {
  const limit = recordMegabytesPerHour * MEGABYTE;
  const agents = createTokenBuckets(limit, HOUR_MS);
  const users = createTokenBuckets(limit * PER_USER, HOUR_MS);
  /** Since the last row, by user. */
  const untold = new Map<string, { count: number; readonly from: number }>();
  return {
    check: ({ session, principal }) => {
      const now = performance.now();
      if (agents.take(session, now) === 0 && users.take(principal, now) === 0) return undefined;
      const error = new ToolError(
        'RATE_LIMITED',
        'The calls of this agent have filled what it may add to the record',
        {
          hint: 'Call less often. A person can raise limits.recordMegabytesPerHour.',
        },
      );
      const last = untold.get(principal);
      if (last && now - last.from < BETWEEN_ROWS_MS) {
        last.count++;
        return { error };
      }
      untold.set(principal, { count: 0, from: now });
      return { error, refusedBefore: last?.count ?? 0 };
    },
    spend: ({ session, principal }, bytes) => {
      const now = performance.now();
      agents.spend(session, bytes, now);
      users.spend(principal, bytes, now);
    },
  };
}
