import { type Call, resolved, type Step } from '../../core/call/call.ts';
import { PER_USER } from '../../core/call/per-user.ts';
import type { Config } from '../../core/config.ts';
import { createSlots, type Slots } from '../../core/timing/slots.ts';
import { whenDone } from '../../core/timing/when-done.ts';
import type { Agents } from '../agents.ts';
import { type LimitClass, limitClassOf } from '../limit-class.ts';

/** How many calls of an agent, and of its user, run at the same time; the rest wait in line. */
export const slot = (limits: Config['limits'], agents: Pick<Agents, 'isHeld' | 'holdAgain'>): Step => {
  const pool = (size: number) => createSlots(size, size * PER_USER);
  const reads = pool(limits.readsInFlight);
  const executions = pool(limits.executionsInFlight);
  // Runs have a pool of their own: two hundred of them must not make the agents wait.
  const runs = pool(limits.executionsInFlight);
  const slotsFor = (call: Call, kind: LimitClass) => {
    if (kind !== 'execution') return reads;
    return call.request.parent?.kind === 'run' ? runs : executions;
  };
  const whenFree: Step = (call, next) => {
    const slots = slotsFor(call, limitClassOf(resolved(call).tool));
    const { caller } = call.request;
    const run = () => {
      call.lendSlot = lend(slots, call);
      return whenDone(
        () => next(call),
        (result) => {
          slots.release(caller);
          return result;
        },
        (thrown) => {
          slots.release(caller);
          throw thrown;
        },
      );
    };
    if (slots.tryTake(caller)) return run();
    return slots.take(caller, call.signal).then(() => {
      if (!agents.isHeld(call)) return run();
      // Paused while it stood in line: others have its place meanwhile, and then it stands in line again.
      slots.release(caller);
      return agents.holdAgain(call, (later) => whenFree(later, next));
    });
  };
  return whenFree;
};

/** While at least one call inside this call runs, its slot is free for them. */
function lend(slots: Slots, { request: { caller } }: Call): Call['lendSlot'] {
  let inside = 0;
  return async (work) => {
    if (inside++ === 0) slots.release(caller);
    try {
      return await work();
    } finally {
      // Not for the signal: a cancelled call gives its slot back like any other, so it must hold one.
      if (--inside === 0 && !slots.tryTake(caller)) await slots.take(caller, NEVER);
    }
  };
}

const NEVER = new AbortController().signal;
