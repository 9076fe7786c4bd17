import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunResult, Step } from '../../core/call/call.ts';
import { createLine } from '../../core/timing/slots.ts';

/** To search less for secrets takes milliseconds. */
const LONG = 200_000;
const LONGEST_REST_MS = 10_000;

/**
 * A long answer is searched for secrets in one go, for seconds at worst, while nobody else is served. So there is one at a
 * time, of each agent in its turn, and others have the processor in between for as long as the search took. It waits
 * within its slot: what has been read and waits is bounded like what is being read.
 */
export const pace = (): Step => {
  const inLine = createLine(1, 1);
  let waiting = 0;
  let resting: NodeJS.Timeout | undefined;
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      resting = setTimeout(resolve, Math.min(ms, LONGEST_REST_MS));
      // A program that has its answer need not stay for this; one that waits for its turn must.
      if (waiting === 0) resting.unref();
    });
  const inTurn = async (result: RunResult, session: string): Promise<RunResult> => {
    waiting++;
    resting?.ref();
    return new Promise((resolve, reject) => {
      const handOn = async (): Promise<void> => {
        waiting--;
        const from = performance.now();
        resolve(result);
        // By the next turn of the event loop the steps around this one are done with it.
        await nextTurn();
        await rest(performance.now() - from);
      };
      // Not for the signal of the call: what it did was done, and is told.
      inLine({ session, signal: NEVER }, handOn).catch(reject);
    });
  };
  return (call, next) => {
    const result = next(call);
    const { session } = call.request.caller;
    const isWanted = (made: RunResult): boolean => !call.signal.aborted && isLong([made.data, made.content]);
    const paced = (made: RunResult) => (isWanted(made) ? inTurn(made, session) : made);
    return result instanceof Promise ? result.then(paced) : paced(result);
  };
};

const NEVER = new AbortController().signal;

function isLong(value: unknown): boolean {
  let left = LONG;
  const count = (part: unknown): void => {
    if (left < 0) return;
    if (typeof part === 'string') left -= part.length;
    else if (typeof part === 'object' && part !== null) for (const one of Object.values(part)) count(one);
  };
  count(value);
  return left < 0;
}
