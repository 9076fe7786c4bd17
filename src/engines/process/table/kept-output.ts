import type { Kept } from '../process.ts';

export interface KeptOutput {
  add(chunk: Buffer): void;
  /** Less of it than is kept, where it has to share an answer. */
  read(shareBytes?: number): Kept;
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
        // A copy: the next piece comes into the same memory.
        head.push(Buffer.from(chunk.subarray(0, forHead)));
        headLength += forHead;
      }
      if (forHead < chunk.length) tail.add(forHead === 0 ? chunk : chunk.subarray(forHead));
    },
    get bytes() {
      return bytes;
    },
    whole: () => Buffer.concat([...head, tail.read()]),
    read: (shareBytes = keepBytes) => {
      const first = Buffer.concat(head);
      const last = tail.read();
      const share = Math.min(shareBytes, keepBytes);
      if (bytes <= share) return { text: decode(Buffer.concat([first, last])), bytes, truncated: false };
      const kept = Buffer.concat([first, last]);
      const forHead = Math.ceil(share / 2);
      const start = upToLineEnd(kept.subarray(0, forHead));
      const end = fromLineStart(kept.subarray(kept.length - (share - forHead)));
      const left = bytes - start.length - end.length;
      return {
        text: `${decode(start)}\n[... ${left} of ${bytes} bytes left out ...]\n${decode(end)}`,
        bytes,
        truncated: true,
      };
    },
  };
}

/** The last bytes of a stream, in a ring that is made when the first of them come. */
function createTail(size: number) {
  let ring = Buffer.alloc(0);
  let end = 0;
  let length = 0;
  const copyIn = (part: Buffer): void => {
    const fits = Math.min(part.length, size - end);
    part.copy(ring, end, 0, fits);
    part.copy(ring, 0, fits);
    end = (end + part.length) % size;
    length = Math.min(size, length + part.length);
  };
  return {
    add: (piece: Buffer): void => {
      if (size === 0) return;
      if (ring.length === 0) ring = Buffer.allocUnsafeSlow(size);
      copyIn(piece.length > size ? piece.subarray(piece.length - size) : piece);
    },
    read: (): Buffer =>
      length < size ? ring.subarray(0, length) : Buffer.concat([ring.subarray(end), ring.subarray(0, end)]),
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
