import type { Call, Next, RunResult, Step } from '../../core/call/call.ts';
import type { StartedCall } from '../../core/call/started-call.ts';
import type { Config } from '../../core/config.ts';
import { ToolError } from '../../core/errors.ts';
import type { Rules } from './decide.ts';
import { assertStands, isSame, isUnasked, withoutClosed } from './still.ts';

interface Parts {
  readonly config: Config;
  readonly rules: Rules;
}

/**
 * A process ended, and is to be started again: what let it run must still stand. A person who said yes to a process that
 * starts again said so for each of its starts; whatever ran unasked must still run unasked.
 */
export const stands =
  (started: StartedCall, { config, rules }: Parts): Step =>
  (call: Call, next: Next): RunResult | Promise<RunResult> => {
    const { request, facts } = call;
    const isChanged = isUnasked(started.facts) || !isSame(started.caller, request.caller);
    assertStands(started, call, { config, rules, isChanged, since: 'since it was started' });
    if (facts.sandbox === 'none' && (started.facts.sandbox ?? 'none') !== 'none')
      throw new ToolError('UNAVAILABLE', 'The sandbox that it ran in does not work any more', {
        hint: 'toolgate doctor shows more.',
      });
    Object.assign(facts, asBefore(facts, started.facts));
    const caller = withoutClosed(started.caller, request.caller);
    return next({ ...call, request: { ...request, caller: { ...request.caller, ...caller } } });
  };

/** What is allowed in addition by now is for the next call. */
function asBefore(now: Call['facts'], before: StartedCall['facts']): StartedCall['facts'] {
  const { decision, ...kept } = before;
  if (!isUnasked(before)) return before;
  return { ...kept, changesCaches: before.changesCaches === true && now.changesCaches === true };
}
