import { resolved, type Step } from '../core/call.ts';
import type { Config } from '../core/config.ts';
import { type LimitClass, limitClassOf } from './limit-class.ts';
import { createSlots } from './slots.ts';

/** How many calls of a principal run at the same time; the rest wait in line. */
export const slot = (limits: Config['limits']): Step => {
  const reads = createSlots(limits.readsInFlight);
  const executions = createSlots(limits.executionsInFlight);
  const slotsFor = (kind: LimitClass) => (kind === 'execution' ? executions : reads);
  return (call, next) => {
    const slots = slotsFor(limitClassOf(resolved(call).tool));
    const { principal } = call.request.caller;
    const runAndRelease = () =>
      releaseAfter(
        () => next(call),
        () => slots.release(principal),
      );
    return slots.tryTake(principal)
      ? runAndRelease()
      : slots.take(principal, call.signal).then(runAndRelease);
  };
};

function releaseAfter<T>(work: () => T | Promise<T>, release: () => void): T | Promise<T> {
  let isLater = false;
  try {
    const result = work();
    isLater = result instanceof Promise;
    return result instanceof Promise ? result.finally(release) : result;
  } finally {
    if (!isLater) release();
  }
}
