const NEWLINE = 0x0a;

interface LineReader {
  push(chunk: Buffer): void;
}

interface LineHandlers {
  readonly maxBytes: number;
  readonly onLine: (line: Buffer) => void;
  /** A longer line is dropped up to its end; what follows it is read as usual. */
  readonly onTooLong: () => void;
}

/** Cuts a stream of bytes into lines without copying those that arrive in one piece. */
export function createLineReader({ maxBytes, onLine, onTooLong }: LineHandlers): LineReader {
  let parts: Buffer[] = [];
  let size = 0;
  let isDropping = false;

  const finish = (last: Buffer): void => {
    const line = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    const wasDropped = isDropping || line.length > maxBytes;
    parts = [];
    size = 0;
    isDropping = false;
    if (wasDropped) onTooLong();
    else onLine(line);
  };

  return {
    push: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        finish(chunk.subarray(start, end));
        start = end + 1;
      }
      if (start === chunk.length || isDropping) return;
      parts.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size <= maxBytes) return;
      parts = [];
      isDropping = true;
    },
  };
}
