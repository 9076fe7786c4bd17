import type { Caller } from '../../../core/call/caller.ts';
import type { Host } from '../../../host/create-host.ts';
import { openFileAt } from '../../../host/watch-resource.ts';
import { isObject } from '../front/era.ts';
import type { RpcMessage } from '../front/rpc.ts';

/** The resources a client wants to hear of. */
export interface Subscriptions {
  add(uri: string): void;
  delete(uri: string): void;
  has(uri: string): boolean;
  /** Hears of nothing any more. */
  close(): void;
}

export function createSubscriptions(host: Host, caller: Caller): Subscriptions {
  const stops = new Map<string, (() => void) | undefined>();
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
      for (const stop of stops.values()) stop?.();
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

/** The resources that a modern client begins to listen for with this message. */
export function listenedFor(message: RpcMessage): readonly string[] {
  if (!('method' in message) || message.method !== 'subscriptions/listen') return [];
  const { notifications } = message.params ?? {};
  const uris = isObject(notifications) ? notifications.resourceSubscriptions : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}
