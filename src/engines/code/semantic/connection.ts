import { createFloodGuard } from './flood-guard.ts';
import { createMessageReader, framed } from './message-reader.ts';
import { createNotices, type Published } from './notices.ts';

type Json = Record<string, unknown>;

/** A conversation with a language server. */
export interface Connection {
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** What the server said last about the errors of a file it was told of. */
  readonly published: ReadonlyMap<string, Published>;
  /** It is of a file as it was. */
  forget(uri: string): void;
  /** It works on something that it told of. */
  readonly isBusy: boolean;
  receive(chunk: Buffer): void;
  /** No more answers come. */
  fail(error: Error): void;
}

interface ConnectionParts {
  /** Calls `onArrived` when the server has taken it. */
  readonly write: (text: string, onArrived: () => void) => void;
  /** What the server is told when it asks for its settings. */
  readonly settings: unknown;
  /** It floods us, or breaks the protocol: nothing more of it is read, and it has to be ended. */
  readonly onHostile: () => void;
}

/** What it may ask for at a time. */
const MOST_ITEMS = 1000;
const LONGEST_NAME = 500;

export function createConnection({ write, settings, onHostile }: ConnectionParts): Connection {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const notices = createNotices();
  let count = 0;
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    notices.clear();
  };
  const onBroken = (why: string): void => {
    fail(new Error(`it was ended: ${why}`));
    onHostile();
  };
  const guard = createFloodGuard(onBroken);
  const send = (message: object, isAnswer = false): void => {
    if (failure) return;
    const text = framed(message);
    const onArrived = guard.sent(text.length, { isAnswer });
    if (!failure) write(text, onArrived);
  };
  const onMessage = (message: Json): void => {
    guard.message();
    if (failure) return;
    const { id, method, result, error } = message;
    if (typeof method === 'string') {
      const params = (message.params ?? {}) as Json; // Sound: each use looks at what it takes.
      if (id !== undefined) send({ id, result: answerTo(method, params, settings) }, true);
      else notices.take(method, params);
      return;
    }
    const entry = waiting.get(Number(id));
    waiting.delete(Number(id));
    if (error) entry?.reject(new Error(shortened((error as Json).message ?? 'The server failed')));
    else entry?.resolve(result);
  };
  const read = createMessageReader({ onMessage, onBroken });
  return {
    request: async (method, params, signal) => {
      signal.throwIfAborted();
      if (failure) throw failure;
      const id = ++count;
      const entry = Promise.withResolvers<unknown>();
      waiting.set(id, entry);
      const onAbort = (): void => {
        waiting.delete(id);
        send({ method: '$/cancelRequest', params: { id } });
        entry.reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      send({ id, method, params });
      try {
        return await entry.promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    notify: (method, params) => {
      notices.told(method, params);
      send({ method, params });
    },
    published: notices.published,
    forget: (uri) => void notices.published.delete(uri),
    get isBusy() {
      return notices.working.size > 0;
    },
    receive: (chunk) => {
      if (failure) return;
      guard.received(chunk.length);
      read(chunk);
    },
    fail,
  };
}

const shortened = (text: unknown): string => String(text).slice(0, LONGEST_NAME);

/** What servers ask their editor; whatever else it is, there is no editor. */
function answerTo(method: string, params: Json, settings: unknown): unknown {
  if (method !== 'workspace/configuration') return null;
  const items = Array.isArray(params.items) ? params.items.slice(0, MOST_ITEMS) : [];
  return items.map((item: Json | null) => {
    const section = item?.section;
    return typeof section === 'string' && section.length <= LONGEST_NAME
      ? section.split('.').reduce((at: unknown, key) => (at as Json | null)?.[key] ?? null, settings)
      : settings;
  });
}
