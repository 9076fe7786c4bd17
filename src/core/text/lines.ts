const NEWLINE = 0x0a;

interface LineReader {
  /** The chunk is only lent: what is kept of it is a copy. */
  push(chunk: Buffer): void;
  /** Whether every line so far has come to its end. */
  readonly isBetweenLines: boolean;
}

/** What is kept of a line that was dropped: enough to tell who waits for an answer to it. */
export interface LineEnds {
  readonly head: Buffer;
  readonly tail: Buffer;
}

interface LineHandlers {
  readonly maxBytes: number;
  readonly onLine: (line: Buffer) => void;
  /** A longer line is dropped up to its end; what follows it is read as usual. */
  readonly onTooLong: (ends: LineEnds) => void;
}

const END_BYTES = 512;

/** Cuts a stream of bytes into lines; one that arrives in one piece is a part of it, not a copy. */
export function createLineReader({ maxBytes, onLine, onTooLong }: LineHandlers): LineReader {
  let parts: Buffer[] = [];
  let size = 0;
  let dropped: LineEnds | undefined;

  const finish = (last: Buffer): void => {
    const line = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    const ends = dropped ? lengthened(dropped, last) : line.length > maxBytes ? endsOf(line) : undefined;
    parts = [];
    size = 0;
    dropped = undefined;
    if (ends) onTooLong(ends);
    else onLine(line);
  };

  const keep = (part: Buffer): void => {
    parts.push(Buffer.from(part));
    size += part.length;
    if (size <= maxBytes) return;
    dropped = endsOf(Buffer.concat(parts));
    parts = [];
  };

  return {
    push: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        finish(chunk.subarray(start, end));
        start = end + 1;
      }
      if (start === chunk.length) return;
      const rest = chunk.subarray(start);
      if (dropped) dropped = lengthened(dropped, rest);
      else keep(rest);
    },
    get isBetweenLines() {
      return parts.length === 0 && !dropped;
    },
  };
}

// Copies: a piece of a buffer would hold all of it.
export const endsOf = (line: Buffer): LineEnds => ({
  head: Buffer.from(line.subarray(0, END_BYTES)),
  tail: Buffer.from(line.subarray(-END_BYTES)),
});

const lengthened = ({ head, tail }: LineEnds, more: Buffer): LineEnds => ({
  head: Buffer.concat([head, more.subarray(0, END_BYTES - head.length)]),
  tail: Buffer.from(Buffer.concat([tail, more.subarray(-END_BYTES)]).subarray(-END_BYTES)),
});
