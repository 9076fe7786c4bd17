import type { RpcId } from './rpc.ts';

/** The requests that wait for an answer, and which of those answers nobody wants. */
export function createRequests() {
  const inFlight = new Map<RpcId, AbortController>();
  const unwanted = new Set<RpcId>();
  return {
    /** Undefined if the id is in use. */
    begin: (id: RpcId): AbortController | undefined => {
      if (inFlight.has(id)) return undefined;
      const stop = new AbortController();
      inFlight.set(id, stop);
      return stop;
    },
    /** True if the answer is to be sent. */
    end: (id: RpcId): boolean => {
      inFlight.delete(id);
      return !unwanted.delete(id);
    },
    cancel: (id: unknown): void => {
      // Sound: only ids we were given are in the map.
      const stop = inFlight.get(id as RpcId);
      if (!stop) return;
      unwanted.add(id as RpcId);
      stop.abort();
    },
    silence: (id: RpcId): void => void unwanted.add(id),
    cancelAll: (): void => {
      for (const stop of inFlight.values()) stop.abort();
    },
  };
}
