import type { EventStore } from '@modelcontextprotocol/server';

type Message = Parameters<EventStore['storeEvent']>[1];

const MOST_EVENTS = 1000;

/** The last events of one session, so that a client whose stream broke can go on where it stopped. */
export function createEventStore(): EventStore {
  const events = new Map<string, { streamId: string; message: Message }>();
  let count = 0;
  return {
    storeEvent: async (streamId, message) => {
      const eventId = `${streamId}/${++count}`;
      events.set(eventId, { streamId, message });
      const [oldest] = events.keys();
      if (events.size > MOST_EVENTS && oldest !== undefined) events.delete(oldest);
      return eventId;
    },
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
  };
}
