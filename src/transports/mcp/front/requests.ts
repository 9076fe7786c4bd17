import { CLIENT_CANCELLED } from '../../../core/call/client-cancelled.ts';
import type { RpcId } from './rpc.ts';

interface InFlight {
  readonly stop: AbortController;
  /** The SDK has it, and sends no answer once it is cancelled. */
  isHandedOver: boolean;
}

/** Closing a connection waits for us a little longer than for both of these. */
const LAST_ANSWERS_MS = 800;
/** What is cancelled is answered at once, unless a child takes its time to end. */
const CANCELLED_WITHIN_MS = 200;

/** The requests that wait for an answer, and which of those answers nobody wants. */
export function createRequests() {
  const inFlight = new Map<RpcId, InFlight>();
  const unwanted = new Set<RpcId>();
  let onIdle = (): void => {};
  /** Settles when none waits any more, or after this long. */
  const whenIdle = (limitMs: number): Promise<void> =>
    new Promise((resolve) => {
      if (inFlight.size === 0) return resolve();
      const timer = setTimeout(resolve, limitMs);
      onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const cancelAll = (): void => {
    for (const { stop } of inFlight.values()) stop.abort();
  };
  return {
    /** Undefined if the id is in use. */
    begin: (id: RpcId): AbortController | undefined => {
      if (inFlight.has(id)) return undefined;
      const stop = new AbortController();
      inFlight.set(id, { stop, isHandedOver: false });
      return stop;
    },
    handOver: (id: RpcId): void => {
      const request = inFlight.get(id);
      if (request) request.isHandedOver = true;
    },
    /** True if the answer is to be sent. */
    end: (id: RpcId): boolean => {
      inFlight.delete(id);
      if (inFlight.size === 0) onIdle();
      return !unwanted.delete(id);
    },
    cancel: (given: unknown): void => {
      const id = given as RpcId; // Sound: only ids we were given are in the map.
      const request = inFlight.get(id);
      if (!request) return;
      if (request.isHandedOver) inFlight.delete(id);
      else unwanted.add(id);
      request.stop.abort(CLIENT_CANCELLED);
    },
    silence: (id: RpcId): void => void unwanted.add(id),
    cancelAll,
    /** Gives them a moment to be answered, then cancels them; settles when that is answered as well. */
    finish: async (): Promise<void> => {
      await whenIdle(LAST_ANSWERS_MS);
      cancelAll();
      await whenIdle(CANCELLED_WITHIN_MS);
    },
  };
}
