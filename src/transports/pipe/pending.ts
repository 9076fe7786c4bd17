/** What a pipe remembers so that the agent can go on after a restart of the host. */
export interface Pending {
  sent(line: Buffer): void;
  /** A line from the host; only its first bytes matter. */
  received(line: Buffer): void;
  readonly handshake: readonly string[];
  readonly unanswered: readonly string[];
}

const REPLAYED = new Set([
  'initialize',
  'notifications/initialized',
  'logging/setLevel',
  'resources/subscribe',
]);

// The host writes the id first, so a large answer does not have to be parsed to know whose it is.
const ANSWER = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?[0-9.eE+]+),"(?:result|error)"/;
/** The longest id there may be, each character written as `\u0000`, and what stands around it. */
const LONGEST_HEAD = 32_768;

export function createPending(): Pending {
  const unanswered = new Map<string, string>();
  const handshake = new Map<string, string>();
  return {
    sent: (line) => {
      const text = line.toString();
      const { id, method, params } = parse(text);
      if (typeof method !== 'string') return;
      const about = JSON.stringify(params?.uri);
      if (REPLAYED.has(method)) handshake.set(`${method} ${about}`, text);
      if (method === 'resources/unsubscribe') handshake.delete(`resources/subscribe ${about}`);
      if (typeof id === 'string' || typeof id === 'number') unanswered.set(JSON.stringify(id), text);
      // Nobody waits for this answer any more.
      if (method === 'notifications/cancelled') unanswered.delete(JSON.stringify(params?.requestId) ?? '');
    },
    received: (line) => {
      const id = ANSWER.exec(line.toString('utf8', 0, LONGEST_HEAD))?.[1];
      if (id !== undefined) unanswered.delete(id);
    },
    get handshake() {
      return [...handshake.values()];
    },
    get unanswered() {
      // A handshake that is still unanswered is answered like any other request.
      return [...unanswered.values()];
    },
  };
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
