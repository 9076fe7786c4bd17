import { resolved, type Step } from '../core/call.ts';
import type { Config } from '../core/config.ts';
import { whenDone } from '../core/when-done.ts';
import { type LimitClass, limitClassOf } from './limit-class.ts';
import { createSlots } from './slots.ts';

/** How many calls of a principal run at the same time; the rest wait in line. */
export const slot = (limits: Config['limits']): Step => {
  const reads = createSlots(limits.readsInFlight);
  const executions = createSlots(limits.executionsInFlight);
  const slotsFor = (kind: LimitClass) => (kind === 'execution' ? executions : reads);
  return (call, next) => {
    const slots = slotsFor(limitClassOf(resolved(call).tool));
    const { principal, session } = call.request.caller;
    const run = () =>
      whenDone(
        () => next(call),
        (result) => {
          slots.release(principal);
          return result;
        },
        (thrown) => {
          slots.release(principal);
          throw thrown;
        },
      );
    return slots.tryTake(principal) ? run() : slots.take(principal, session, call.signal).then(run);
  };
};
