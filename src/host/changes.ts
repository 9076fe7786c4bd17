import type { Change } from '../core/call/call.ts';
import type { Events } from '../core/events.ts';
import { createResourceWatch, type WatchOutput, type WatchResource } from './watch-resource.ts';

/** Tells connections what changed, so that they can tell their clients. */
export interface Changes {
  announce(change: Change): void;
  /** Answers the function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
  readonly watch: WatchResource;
}

export function createChanges(events: Pick<Events, 'emit' | 'subscribe'>, watchOutput: WatchOutput): Changes {
  const announce = (change: Change): void => events.emit('mcp.changed', { change });
  return {
    announce,
    watch: createResourceWatch(announce, watchOutput),
    subscribe: (listener) =>
      events.subscribe(['mcp.changed'], (event) => {
        if (event.name === 'mcp.changed') listener(event.data.change);
      }),
  };
}
