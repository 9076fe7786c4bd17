import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineReader } from './lines.ts';

const TOO_LONG = 'too long';

/** What a reader makes of these chunks: lines as hex, in the order they came. */
function read(chunks: readonly Uint8Array[], maxBytes = Number.POSITIVE_INFINITY): string[] {
  const seen: string[] = [];
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => seen.push(line.toString('hex')),
    onTooLong: () => seen.push(TOO_LONG),
  });
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return seen;
}

/** The same in the simplest way: all bytes at once, cut at each newline, the unfinished rest left out. */
function cut(bytes: Uint8Array, maxBytes = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let from = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0x0a) continue;
    lines.push(at - from > maxBytes ? TOO_LONG : Buffer.from(bytes.subarray(from, at)).toString('hex'));
    from = at + 1;
  }
  return lines;
}

// Newlines are one byte in 256; a stream without any would show nothing.
const byte = fc.oneof(fc.constant(0x0a), fc.integer({ min: 0, max: 255 }));
const chunks = fc.array(fc.array(byte, { maxLength: 40 }).map((bytes) => Uint8Array.from(bytes)));

test('any chunking of any bytes gives the same lines', () => {
  fc.assert(
    fc.property(chunks, (parts) => {
      expect(read(parts)).toEqual(cut(Buffer.concat(parts)));
    }),
  );
});

test('any chunking drops exactly the lines that are too long', () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 1, max: 60 }), (parts, maxBytes) => {
      expect(read(parts, maxBytes)).toEqual(cut(Buffer.concat(parts), maxBytes));
    }),
  );
});

test('a line of exactly the limit is kept, one byte more is dropped, and the next one is read', () => {
  const text = (line: string) => Buffer.from(line).toString('hex');
  expect(read([Buffer.from('12345\n123456\n1\n')], 5)).toEqual([text('12345'), TOO_LONG, text('1')]);
});
