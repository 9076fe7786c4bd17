import type { AppEvent, EventName } from '../../core/events.ts';
import type { HostClient } from '../host-client.ts';

const NAMES = [
  'assistant.changed',
  'assistant.message',
  'assistant.call',
  'assistant.delta',
  'assistant.retry',
] as const satisfies readonly EventName[];

export type ChatEvent = Extract<AppEvent, { name: (typeof NAMES)[number] }>;

/** What happens in conversations, in order; it waits here while a person reads a card. */
export interface EventQueue {
  /** The next one of this conversation; fails where the host ends. */
  next(conversationId: string): Promise<ChatEvent>;
  /** Forgets what has come: it was seen another way. */
  clear(): void;
}

export async function createEventQueue(client: HostClient): Promise<EventQueue> {
  let waiting: ChatEvent[] = [];
  let wake = (): void => {};
  let ended: Error | undefined;
  void client.gone.then((error) => {
    ended = error;
    wake();
  });
  await client.listen(NAMES, (event) => {
    if (!isOurs(event)) return;
    waiting.push(event);
    wake();
  });
  return {
    next: async (conversationId) => {
      for (;;) {
        const at = waiting.findIndex(({ data }) => data.conversationId === conversationId);
        const [found] = at < 0 ? [] : waiting.splice(0, at + 1).slice(-1);
        if (found) return found;
        if (ended) throw ended;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    clear: () => {
      waiting = [];
    },
  };
}

// The listeners of a client hear of everything that any of them asked for.
const isOurs = (event: AppEvent): event is ChatEvent => NAMES.some((name) => name === event.name);
