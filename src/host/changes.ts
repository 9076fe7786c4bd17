import type { Change } from '../core/call.ts';
import { createResourceWatch, type WatchOutput, type WatchResource } from './watch-resource.ts';

/** Tells connections what changed, so that they can tell their clients. */
export interface Changes {
  announce(change: Change): void;
  /** Answers the function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
  readonly watch: WatchResource;
}

export function createChanges(watchOutput: WatchOutput): Changes {
  const listeners = new Set<(change: Change) => void>();
  const announce = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };
  return {
    announce,
    watch: createResourceWatch(announce, watchOutput),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
