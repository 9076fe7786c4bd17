import { resolved, type Step } from '../core/call.ts';
import type { Config } from '../core/config.ts';
import { ToolError } from '../core/errors.ts';
import { createTokenBuckets } from '../core/token-bucket.ts';
import { limitClassOf } from './limit-class.ts';

/** Calls per minute, for each principal and class; reads have no rate. */
export const rate = (limits: Config['limits']): Step => {
  const perMinute = {
    read: undefined,
    write: createTokenBuckets(limits.writesPerMinute),
    execution: createTokenBuckets(limits.executionsPerMinute),
    external: createTokenBuckets(limits.externalPerMinute),
  };
  return (call, next) => {
    const { tool, args } = resolved(call);
    const kind = tool.onlyReads?.(args) ? 'read' : limitClassOf(tool);
    const waitMs = perMinute[kind]?.take(call.request.caller.principal, performance.now()) ?? 0;
    if (waitMs === 0) return next(call);
    throw new ToolError(
      'RATE_LIMITED',
      `${call.request.caller.principal} made too many ${kind} calls this minute`,
      {
        hint: `Try again in ${Math.ceil(waitMs / 1000)} s (${Math.ceil(waitMs)} ms).`,
      },
    );
  };
};
