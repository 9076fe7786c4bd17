import type { Kept } from './process.ts';

export interface KeptOutput {
  add(chunk: Buffer): void;
  read(): Kept;
  /** All of it, while nothing had to be left out. */
  whole(): Buffer;
  readonly bytes: number;
}

/** The first and the last part of a stream under a budget, whatever passes between them. */
export function createKeptOutput(keepBytes: number): KeptOutput {
  const headBytes = Math.ceil(keepBytes / 2);
  const head: Buffer[] = [];
  let headLength = 0;
  const tail = createTail(keepBytes - headBytes);
  let bytes = 0;
  return {
    add: (chunk) => {
      bytes += chunk.length;
      const forHead = Math.min(headBytes - headLength, chunk.length);
      if (forHead > 0) {
        head.push(forHead === chunk.length ? chunk : chunk.subarray(0, forHead));
        headLength += forHead;
      }
      if (forHead < chunk.length) tail.add(forHead === 0 ? chunk : chunk.subarray(forHead));
    },
    get bytes() {
      return bytes;
    },
    whole: () => Buffer.concat([...head, tail.read()]),
    read: () => {
      const first = Buffer.concat(head);
      const last = tail.read();
      const missing = bytes - first.length - last.length;
      if (missing === 0) return { text: decode(Buffer.concat([first, last])), bytes, truncated: false };
      const [start, end] = [upToLineEnd(first), fromLineStart(last)];
      const left = bytes - start.length - end.length;
      return {
        text: `${decode(start)}\n[... ${left} of ${bytes} bytes left out ...]\n${decode(end)}`,
        bytes,
        truncated: true,
      };
    },
  };
}

/** Many small pieces would cost more than what they hold. */
const MOST_PIECES = 64;

/** The last pieces of a stream, as few as cover this many bytes: copying each would cost as much as reading it. */
function createTail(size: number) {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    add: (piece: Buffer): void => {
      pieces.push(piece);
      length += piece.length;
      for (let first = pieces[0]; first && length - first.length >= size; first = pieces[0]) {
        length -= first.length;
        pieces.shift();
      }
      if (pieces.length > MOST_PIECES) pieces = [Buffer.concat(pieces)];
    },
    read: (): Buffer => {
      const whole = Buffer.concat(pieces);
      return whole.length > size ? whole.subarray(whole.length - size) : whole;
    },
  };
}

const decode = (bytes: Buffer): string => bytes.toString('utf8');

const NEWLINE = 0x0a;

/** Ends where a line ends, or in a line without end where a character does. */
function upToLineEnd(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(NEWLINE);
  return at >= bytes.length / 2 ? bytes.subarray(0, at) : bytes.subarray(0, lastWhole(bytes));
}

function fromLineStart(bytes: Buffer): Buffer {
  const at = bytes.indexOf(NEWLINE);
  return at !== -1 && at < bytes.length / 2 ? bytes.subarray(at + 1) : bytes.subarray(firstWhole(bytes));
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Where the last character that is not cut ends: a character has at most four bytes. */
function lastWhole(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const width = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return width > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function firstWhole(bytes: Buffer): number {
  const at = [0, 1, 2, 3].find((index) => !isContinuation(bytes[index]));
  return at ?? 0;
}
