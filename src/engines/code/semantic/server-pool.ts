import { once } from '../../../core/timing/once.ts';
import type { OwnReach } from '../../process/process.ts';
import { findSandbox } from '../../sandbox/find-sandbox.ts';
import { type LanguageServer, startLanguageServer } from './language-server.ts';
import { SERVERS, type ServerKind } from './servers.ts';

/** One server for each root and language, for all agents that may see the same. */
export interface ServerPool {
  /** Runs `use` with the server for a language; undefined where there is none. One question at a time. */
  with<T>(wanted: Wanted, use: (server: LanguageServer) => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

interface Wanted {
  readonly language: string;
  readonly root: string;
  /** What it must not see: no answer is made of what a rule refuses. */
  readonly hidden?: readonly string[];
  readonly signal: AbortSignal;
}

export interface PoolParts {
  readonly place: OwnReach;
  /** Where the host was told to look for programs, beside what the login says. */
  readonly path?: string;
  readonly installation: string;
  readonly isOn: boolean;
  readonly maxBytes: number;
  readonly idleMs: number;
  /** For tests: others than those we know. */
  readonly kinds?: readonly ServerKind[];
}

interface Entry {
  server: Promise<LanguageServer | undefined> | undefined;
  /** One after the other: what is open in the server belongs to one question. */
  last: Promise<unknown>;
  crashes: number;
  idle: NodeJS.Timeout | undefined;
  /** Ends one that is still starting. */
  starting: AbortController;
}

const MOST_CRASHES = 3;
const MOST_SERVERS = 4;
/** Each is a mount. */
const MOST_HIDDEN = 1000;

export function createServerPool(parts: PoolParts): ServerPool {
  const { place, path = '', installation, isOn, maxBytes, idleMs, kinds = SERVERS } = parts;
  const entries = new Map<string, Entry>();
  const hasSandbox = once(findSandbox);
  const start = async (entry: Entry, kind: ServerKind, { root, hidden = [] }: Wanted) => {
    const server = await startLanguageServer({
      kind,
      root,
      place,
      hidden,
      path,
      installation,
      maxBytes,
      signal: entry.starting.signal,
      hasSandbox: await hasSandbox(),
    });
    if (!server) return undefined;
    void server.ended.then(async () => {
      // It was stopped, or there is another one by now.
      if ((await entry.server?.catch(() => undefined)) !== server) return;
      entry.server = undefined;
      // Counted at once, for the next who asks; taken back where it was ended since a secret was saved.
      entry.crashes++;
      if (!(await server.isBlindfolded())) entry.crashes--;
    });
    return server;
  };
  const entryOf = (key: string): Entry => {
    const entry = entries.get(key) ?? {
      server: undefined,
      last: Promise.resolve(),
      crashes: 0,
      idle: undefined,
      starting: new AbortController(),
    };
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of [...entries.keys()].slice(0, -MOST_SERVERS)) {
      const old = entries.get(oldest);
      entries.delete(oldest);
      if (old) void stop(old);
    }
    return entry;
  };
  return {
    with: async (wanted, use) => {
      const kind = isOn ? kinds.find(({ languages }) => languages.includes(wanted.language)) : undefined;
      if (!kind) return undefined;
      const { root, hidden = [] } = wanted;
      if (hidden.length > MOST_HIDDEN) return undefined;
      const entry = entryOf([kind.name, root, ...hidden].join('\0'));
      if (entry.crashes >= MOST_CRASHES) return undefined;
      clearTimeout(entry.idle);
      const turn = entry.last.then(async () => {
        wanted.signal.throwIfAborted();
        const server = await serverOf(entry, () => start(entry, kind, wanted));
        wanted.signal.throwIfAborted();
        return server && answerOf(entry, server, use);
      });
      entry.last = turn.catch(() => {});
      try {
        return await unlessAborted(turn, wanted.signal);
      } finally {
        entry.idle = setTimeout(() => void stop(entry), idleMs).unref();
      }
    },
    close: async () => {
      await Promise.all([...entries.values()].map(stop));
    },
  };
}

/** The one that runs, unless something came into its sight that it must not see. */
async function serverOf(entry: Entry, start: () => Promise<LanguageServer | undefined>) {
  const running = await entry.server?.catch(() => undefined);
  if (running && !(await running.isBlindfolded())) await stop(entry);
  // It goes on starting for the next question where this one is given up.
  entry.server ??= start();
  return entry.server.catch((error: unknown) => {
    entry.server = undefined;
    entry.crashes++;
    throw error;
  });
}

async function answerOf<T>(
  entry: Entry,
  server: LanguageServer,
  use: (server: LanguageServer) => Promise<T>,
) {
  const answer = await use(server);
  if (await server.isBlindfolded()) return answer;
  await stop(entry);
  throw new Error('a file that it must not see was saved meanwhile');
}

/** Nobody waits for a question before theirs longer than for an answer. */
async function unlessAborted<T>(turn: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = Promise.withResolvers<never>();
  const onAbort = (): void => over.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([turn, over.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function stop(entry: Entry): Promise<void> {
  const { server } = entry;
  entry.server = undefined;
  clearTimeout(entry.idle);
  entry.starting.abort();
  entry.starting = new AbortController();
  await (await server?.catch(() => undefined))?.end();
}
