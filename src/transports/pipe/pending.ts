import { MOST_HANDSHAKE, MOST_PENDING } from '../../core/address/hello.ts';

/** What a pipe remembers so that the agent can go on after a restart of the host. */
export interface Pending {
  /** False: too many wait already, and this request must not go on. */
  sent(line: Buffer): boolean;
  /** Whether the requests in so many bytes can all be remembered. */
  hasRoomFor(bytes: number): boolean;
  /** A line from the host; only its first bytes matter. */
  received(line: Buffer): void;
  readonly handshake: readonly string[];
  readonly unanswered: readonly string[];
}

const REPLAYED = new Set(['initialize', 'notifications/initialized', 'logging/setLevel']);
/** No request is shorter. */
const LEAST_BYTES = 20;

// The host writes the id first, so a large answer does not have to be parsed to know whose it is.
const ANSWER = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?[0-9.eE+]+),"(result|error)"/;
/** The longest id there may be, each character written as `\u0000`, and what stands around it. */
const LONGEST_HEAD = 32_768;

export function createPending(): Pending {
  const unanswered = new Map<string, Request>();
  const handshake = new Map<string, string>();
  const subscriptions = new Map<string, string>();
  /** What the host refused is not asked of the next one. */
  const settle = (
    { text, subscribes, unsubscribes }: Request,
    { isDone }: { readonly isDone: boolean },
  ): void => {
    if (!isDone) return;
    if (subscribes !== undefined && subscriptions.size < MOST_HANDSHAKE) subscriptions.set(subscribes, text);
    if (unsubscribes !== undefined) subscriptions.delete(unsubscribes);
  };
  return {
    sent: (line) => {
      const text = line.toString();
      const { id, method, params } = parse(text);
      if (typeof method !== 'string') return true;
      // Nobody waits for this answer any more.
      if (method === 'notifications/cancelled') unanswered.delete(JSON.stringify(params?.requestId) ?? '');
      if (REPLAYED.has(method)) handshake.set(method, text);
      if (typeof id !== 'string' && typeof id !== 'number') return true;
      const key = JSON.stringify(id);
      if (unanswered.size >= MOST_PENDING && !unanswered.has(key)) return false;
      const about = JSON.stringify(params?.uri);
      unanswered.set(key, {
        text,
        ...(method === 'resources/subscribe' && { subscribes: about }),
        ...(method === 'resources/unsubscribe' && { unsubscribes: about }),
      });
      return true;
    },
    hasRoomFor: (bytes) => unanswered.size + bytes / LEAST_BYTES <= MOST_PENDING,
    received: (line) => {
      const [, id, ending] = ANSWER.exec(line.toString('utf8', 0, LONGEST_HEAD)) ?? [];
      const request = id === undefined ? undefined : unanswered.get(id);
      if (id === undefined || !request) return;
      unanswered.delete(id);
      settle(request, { isDone: ending === 'result' });
    },
    get handshake() {
      return [...handshake.values(), ...subscriptions.values()];
    },
    get unanswered() {
      // A handshake that is still unanswered is answered like any other request.
      return [...unanswered.values()].map(({ text }) => text);
    },
  };
}

interface Request {
  readonly text: string;
  /** The resource it is about. */
  readonly subscribes?: string | undefined;
  readonly unsubscribes?: string | undefined;
}

interface Seen {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly uri?: unknown; readonly requestId?: unknown } | undefined;
}

function parse(text: string): Seen {
  try {
    const value: unknown = JSON.parse(text);
    // Sound: every field is unknown until it is looked at.
    return value !== null && typeof value === 'object' ? (value as Seen) : {};
  } catch {
    // The host answers what cannot be parsed; there is nothing to remember.
    return {};
  }
}
