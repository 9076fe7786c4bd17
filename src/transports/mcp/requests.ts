import type { RpcId } from './rpc.ts';

interface InFlight {
  readonly stop: AbortController;
  /** The SDK has it, and sends no answer once it is cancelled. */
  isHandedOver: boolean;
}

/** The requests that wait for an answer, and which of those answers nobody wants. */
export function createRequests() {
  const inFlight = new Map<RpcId, InFlight>();
  const unwanted = new Set<RpcId>();
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
      return !unwanted.delete(id);
    },
    cancel: (given: unknown): void => {
      const id = given as RpcId; // Sound: only ids we were given are in the map.
      const request = inFlight.get(id);
      if (!request) return;
      if (request.isHandedOver) inFlight.delete(id);
      else unwanted.add(id);
      request.stop.abort();
    },
    silence: (id: RpcId): void => void unwanted.add(id),
    cancelAll: (): void => {
      for (const { stop } of inFlight.values()) stop.abort();
    },
  };
}
