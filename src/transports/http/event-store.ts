import type { EventStore } from '@modelcontextprotocol/server';
import { roughSize } from '../../core/text/rough-size.ts';

type Message = Parameters<EventStore['storeEvent']>[1];

interface Kept {
  readonly streamId: string;
  readonly message: Message;
  readonly size: number;
}

/** What one session keeps. */
interface Shelf {
  readonly events: Map<string, Kept>;
  size: number;
}

export interface SessionEvents {
  readonly store: EventStore;
  /** The session is open: only from now on something is kept. */
  begin(): void;
  /** The session is over: nobody asks for these again. */
  drop(): void;
}

const MOST_EVENTS = 1000;
/** In characters. An answer that is larger by itself is kept until the next one comes. */
const MOST_IN_SESSION = 16_000_000;
const MOST_IN_ALL = 128_000_000;

/**
 * The last events of each session, so that a client whose stream broke can go on where it stopped. All sessions share one
 * limit of size; where it is reached, the one that keeps most gives its oldest.
 */
export function createEventStores(): { open(): SessionEvents } {
  const shelves = new Set<Shelf>();
  let kept = 0;

  const dropOldest = (shelf: Shelf): void => {
    const [oldest] = shelf.events;
    if (oldest === undefined) return;
    const [id, { size }] = oldest;
    shelf.events.delete(id);
    shelf.size -= size;
    kept -= size;
  };

  const keep = (shelf: Shelf, id: string, event: Kept): void => {
    shelf.events.set(id, event);
    shelf.size += event.size;
    kept += event.size;
    const isOver = (): boolean => shelf.events.size > MOST_EVENTS || shelf.size > MOST_IN_SESSION;
    while (isOver() && shelf.events.size > 1) dropOldest(shelf);
    while (kept > MOST_IN_ALL) dropOldest(largest(shelves));
  };

  return {
    open: () => {
      const shelf: Shelf = { events: new Map(), size: 0 };
      let count = 0;
      return {
        store: {
          ...readerOf(shelf.events),
          storeEvent: async (streamId, message) => {
            const id = `${streamId}/${++count}`;
            // A client may never come so far as to have a session, and a stream may end after it.
            if (shelves.has(shelf)) keep(shelf, id, { streamId, message, size: roughSize(message) });
            return id;
          },
        },
        begin: () => {
          shelves.add(shelf);
        },
        drop: () => {
          shelves.delete(shelf);
          kept -= shelf.size;
          shelf.size = 0;
          shelf.events.clear();
        },
      };
    },
  };
}

const readerOf = (
  events: ReadonlyMap<string, Kept>,
): Required<Pick<EventStore, 'getStreamIdForEventId' | 'replayEventsAfter'>> => ({
  getStreamIdForEventId: async (eventId) => events.get(eventId)?.streamId,
  replayEventsAfter: async (lastEventId, { send }) => {
    const streamId = events.get(lastEventId)?.streamId ?? '';
    const ids = [...events.keys()];
    for (const id of ids.slice(ids.indexOf(lastEventId) + 1)) {
      const event = events.get(id);
      if (event?.streamId === streamId) await send(id, event.message);
    }
    return streamId;
  },
});

const largest = (shelves: Iterable<Shelf>): Shelf =>
  [...shelves].reduce((most, one) => (one.size > most.size ? one : most));
