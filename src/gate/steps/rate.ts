import { resolved, type Step } from '../../core/call/call.ts';
import { PER_USER } from '../../core/call/per-user.ts';
import type { Config } from '../../core/config.ts';
import { ToolError } from '../../core/errors.ts';
import { createTokenBuckets } from '../../core/timing/token-bucket.ts';
import { limitClassOf } from '../limit-class.ts';

/** Calls per minute, for each agent and class, and for all agents of a user; reads have no rate. */
export const rate = (limits: Config['limits']): Step => {
  const perMinute = {
    read: undefined,
    write: createRate(limits.writesPerMinute),
    execution: createRate(limits.executionsPerMinute),
    external: createRate(limits.externalPerMinute),
  };
  return (call, next) => {
    const { tool, args } = resolved(call);
    const { caller, parent } = call.request;
    const kind = tool.onlyReads?.(args) ? 'read' : limitClassOf(tool);
    // The run was counted when it was started; its steps are part of what a person approved.
    const refused = parent?.kind === 'run' ? undefined : perMinute[kind]?.(caller.session, caller.principal);
    if (refused === undefined) return next(call);
    throw new ToolError('RATE_LIMITED', `${refused.by} made too many ${kind} calls this minute`, {
      hint: `Try again in ${Math.ceil(refused.waitMs / 1000)} s.`,
    });
  };
};

function createRate(limit: number) {
  const agents = createTokenBuckets(limit);
  const users = createTokenBuckets(limit * PER_USER);
  return (session: string, principal: string): { by: string; waitMs: number } | undefined => {
    const now = performance.now();
    const waitMs = agents.take(session, now);
    if (waitMs > 0) return { by: 'This agent', waitMs };
    const userWaitMs = users.take(principal, now);
    return userWaitMs > 0 ? { by: `All agents of ${principal} together`, waitMs: userWaitMs } : undefined;
  };
}
