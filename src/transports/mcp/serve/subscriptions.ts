import type { Caller } from '../../../core/call/caller.ts';
import type { Host } from '../../../host/create-host.ts';
import { openFileAt } from '../../../host/watch-resource.ts';
import { isObject } from '../front/era.ts';
import type { RpcMessage, RpcNotification } from '../front/rpc.ts';

/** The resources a client wants to hear of. */
export interface Subscriptions {
  add(uri: string): void;
  delete(uri: string): void;
  has(uri: string): boolean;
  /** Hears of nothing any more. */
  close(): void;
}

export function createSubscriptions(host: Host, caller: Caller): Subscriptions {
  const stops = new Map<string, () => void>();
  // It may have been closed since.
  const isOpen = (uri: string): boolean =>
    !uri.startsWith('file:') || openFileAt(uri, host.rights.asOfNow(caller).roots) !== undefined;
  return {
    add: (uri) => {
      if (!stops.has(uri)) stops.set(uri, host.changes.watch(uri, host.rights.asOfNow(caller)));
    },
    delete: (uri) => {
      stops.get(uri)?.();
      stops.delete(uri);
    },
    has: (uri) => stops.has(uri) && isOpen(uri),
    close: () => {
      for (const stop of stops.values()) stop();
      stops.clear();
    },
  };
}

/** Whom nothing can reach between two of its requests. */
export const NO_SUBSCRIPTIONS: Subscriptions = {
  add: () => {},
  delete: () => {},
  has: () => false,
  close: () => {},
};

/** What modern clients listen for: each request of theirs has its own, until it is cancelled. */
export function createListening(host: Host, caller: Caller) {
  const listening = new Map<unknown, Subscriptions>();
  const end = (id: unknown): void => {
    listening.get(id)?.close();
    listening.delete(id);
  };
  return {
    hear: (message: RpcMessage): void => {
      if (!('method' in message)) return;
      if (message.method === 'notifications/cancelled') end(message.params?.requestId);
      const uris = listenedFor(message);
      if (!('id' in message) || uris.length === 0) return;
      end(message.id);
      const own = createSubscriptions(host, caller);
      listening.set(message.id, own);
      try {
        for (const uri of uris) own.add(uri);
      } catch (error) {
        end(message.id);
        throw error;
      }
    },
    close: (): void => {
      for (const id of [...listening.keys()]) end(id);
    },
  };
}

/** The resources that a modern client begins to listen for with this message. */
function listenedFor({ method, params }: RpcNotification): readonly string[] {
  const { notifications } = params ?? {};
  if (method !== 'subscriptions/listen' || !isObject(notifications)) return [];
  const uris = notifications.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}
