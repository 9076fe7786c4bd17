import { createMessageReader, framed } from './message-reader.ts';

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

/** What a server said of a file by itself; some say which version of it they mean. */
export interface Published {
  readonly version: unknown;
  readonly items: unknown;
}

interface ConnectionParts {
  readonly write: (text: string) => void;
  /** What the server is told when it asks for its settings. */
  readonly settings: unknown;
}

export function createConnection({ write, settings }: ConnectionParts): Connection {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const published = new Map<string, Published>();
  const working = new Set<unknown>();
  let count = 0;
  let failure: Error | undefined;
  const send = (message: object): void => write(framed(message));
  const receive = createMessageReader((message) => {
    const { id, method, result, error } = message;
    if (typeof method === 'string') {
      const params = (message.params ?? {}) as Json; // Sound: each use looks at what it takes.
      if (id !== undefined) send({ id, result: answerTo(method, params, settings) });
      else if (method === 'textDocument/publishDiagnostics')
        published.set(String(params.uri), { version: params.version, items: params.diagnostics });
      else if (method === '$/progress') follow(working, params);
      return;
    }
    const entry = waiting.get(Number(id));
    waiting.delete(Number(id));
    if (error !== undefined) entry?.reject(new Error(String((error as Json).message ?? 'The server failed')));
    else entry?.resolve(result);
  });
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
    notify: (method, params) => send({ method, params }),
    published,
    forget: (uri) => void published.delete(uri),
    get isBusy() {
      return working.size > 0;
    },
    receive,
    fail: (error) => {
      failure = error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

function follow(working: Set<unknown>, { token, value }: Json): void {
  const kind = (value as Json | undefined)?.kind;
  if (kind === 'begin') working.add(token);
  else if (kind === 'end') working.delete(token);
}

/** What servers ask their editor; whatever else it is, there is no editor. */
function answerTo(method: string, params: Json, settings: unknown): unknown {
  if (method !== 'workspace/configuration') return null;
  const items = Array.isArray(params.items) ? params.items : [];
  return items.map(({ section }: Json) =>
    typeof section === 'string'
      ? section.split('.').reduce((at: unknown, key) => (at as Json | null)?.[key] ?? null, settings)
      : settings,
  );
}
