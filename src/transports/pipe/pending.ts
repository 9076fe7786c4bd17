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
  'resources/unsubscribe',
]);

// The host writes the id first, so a large answer does not have to be parsed to know whose it is.
const ANSWER = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?[0-9.eE+]+),"(?:result|error)"/;
const LONGEST_HEAD = 512;

export function createPending(): Pending {
  const unanswered = new Map<string, string>();
  const handshake = new Map<string, string>();
  return {
    sent: (line) => {
      const message = parse(line);
      if (!message) return;
      const text = line.toString();
      const { id, method } = message;
      if (typeof method !== 'string') return;
      if (REPLAYED.has(method))
        handshake.set(
          `${method} ${JSON.stringify((message.params as { uri?: unknown } | undefined)?.uri)}`,
          text,
        );
      if (id !== undefined) unanswered.set(JSON.stringify(id), text);
    },
    received: (line) => {
      const id = ANSWER.exec(line.toString('latin1', 0, LONGEST_HEAD))?.[1];
      if (id !== undefined) unanswered.delete(Buffer.from(id, 'latin1').toString());
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

function parse(line: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line.toString());
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
  } catch {
    // The host answers what cannot be parsed; there is nothing to remember.
    return undefined;
  }
}
