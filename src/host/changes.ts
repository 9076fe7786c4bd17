import type { Change } from '../core/call.ts';

/** Tells connections what changed, so that they can tell their clients. */
export interface Changes {
  announce(change: Change): void;
  /** Answers the function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
}

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    announce: (change) => {
      for (const listener of listeners) listener(change);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
