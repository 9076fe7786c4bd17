import { randomUUID } from 'node:crypto';
import type { Answer, Call, CallRequest } from '../core/call.ts';
import type { HostBackground, Tasks } from './tasks.ts';

/** The calls of one host, from the request to the answer. */
export interface Calls {
  call(request: CallRequest): Promise<Answer>;
  /** Cancels the calls of a session. */
  endSession(session: string): void;
  readonly inFlight: number;
  /** Cancels all and waits for their records. */
  endAll(): Promise<void>;
}

export function createCalls(gate: (call: Call) => Promise<Answer>, tasks: Tasks): Calls {
  const running = new Map<
    AbortController,
    { session: string; background: HostBackground; answer: Promise<unknown> }
  >();
  const call = (request: CallRequest): Promise<Answer> => {
    const { signal, caller } = request;
    const stop = new AbortController();
    const id = randomUUID();
    const background = tasks.background(id, request, stop);
    // A call that became a task is no longer bound to the request that started it.
    const onCancel = () => background.isTask || stop.abort();
    if (signal?.aborted) stop.abort();
    else signal?.addEventListener('abort', onCancel, { once: true });
    const answer = gate({
      id,
      request,
      startedAt: performance.now(),
      signal: stop.signal,
      facts: {},
      background,
      waitForPerson: (waiting) => waiting,
    }).then((closed) => {
      running.delete(stop);
      signal?.removeEventListener('abort', onCancel);
      background.finish(closed);
      return closed;
    });
    running.set(stop, { session: caller.session, background, answer });
    return background.detached === undefined ? answer : Promise.race([answer, background.detached]);
  };
  return {
    call,
    endSession: (session) => {
      for (const [stop, entry] of running) {
        // A task outlives the connection it was started from; whoever owns it can still follow or cancel it.
        if (entry.session === session && !entry.background.isTask) stop.abort();
      }
    },
    get inFlight() {
      return running.size;
    },
    endAll: async () => {
      for (const stop of running.keys()) stop.abort();
      await Promise.all([...running.values()].map(({ answer }) => answer));
    },
  };
}
