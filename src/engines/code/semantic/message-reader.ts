/** Messages of the language server protocol: a header with the length, then as many bytes of JSON. */
export function createMessageReader(onMessage: (message: Record<string, unknown>) => void) {
  let waiting = Buffer.alloc(0);
  return (chunk: Buffer): void => {
    // The reader uses its buffer again: what is handed over has to be copied.
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      const end = waiting.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length:\s*(\d+)/i.exec(waiting.toString('latin1', 0, end))?.[1]);
      const start = end + 4;
      if (!Number.isSafeInteger(length)) {
        waiting = waiting.subarray(start);
        continue;
      }
      if (waiting.length < start + length) return;
      const body = waiting.toString('utf8', start, start + length);
      waiting = waiting.subarray(start + length);
      try {
        onMessage(JSON.parse(body) as Record<string, unknown>); // Sound: every field is looked at before it is used.
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
