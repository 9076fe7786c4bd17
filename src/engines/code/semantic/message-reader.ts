/** No honest answer is longer: the places of fifty thousand uses. */
const MOST_BODY = 8_388_608;
const MOST_HEADER = 4096;

interface Listener {
  onMessage(message: Record<string, unknown>): void;
  /** It breaks the protocol; nothing more of it is read. */
  onBroken(why: string): void;
}

/** Messages of the language server protocol: a header with the length, then as many bytes of JSON. */
export function createMessageReader({ onMessage, onBroken }: Listener) {
  let header = Buffer.alloc(0);
  let body: { readonly bytes: Buffer; filled: number } | undefined;
  let isBroken = false;
  const fail = (why: string): void => {
    isBroken = true;
    header = Buffer.alloc(0);
    body = undefined;
    onBroken(why);
  };
  /** Takes what belongs to the header, and gives the rest. */
  const readHeader = (chunk: Buffer): Buffer => {
    const before = header.length;
    header = Buffer.concat([header, chunk.subarray(0, MOST_HEADER)]);
    const end = header.indexOf('\r\n\r\n');
    if (end === -1) {
      if (header.length >= MOST_HEADER) fail('it sent a header without end');
      return chunk.subarray(MOST_HEADER);
    }
    const length = Number(/content-length:\s*(\d+)/i.exec(header.toString('latin1', 0, end))?.[1]);
    header = Buffer.alloc(0);
    if (length > MOST_BODY) fail(`it sent a message of more than ${MOST_BODY} bytes`);
    // Made once and filled: to join the chunks one by one takes time by the square of their number.
    else if (Number.isSafeInteger(length)) body = { bytes: Buffer.allocUnsafe(length), filled: 0 };
    return chunk.subarray(end + 4 - before);
  };
  return (chunk: Buffer): void => {
    for (let rest = chunk; !isBroken && (rest.length > 0 || body?.bytes.length === 0); ) {
      if (!body) {
        rest = readHeader(rest);
        continue;
      }
      const taken = rest.copy(body.bytes, body.filled);
      body.filled += taken;
      rest = rest.subarray(taken);
      if (body.filled < body.bytes.length) return;
      const text = body.bytes.toString('utf8');
      body = undefined;
      try {
        // Sound: every field is looked at before it is used.
        onMessage((JSON.parse(text) ?? {}) as Record<string, unknown>);
      } catch {
        // A server that writes nonsense is one that does not answer.
      }
    }
  };
}

export const framed = (message: object): string => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};
