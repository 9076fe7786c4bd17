import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { ToolError } from '../../core/errors.ts';
import { shown, tooLarge } from './failure.ts';

type Bytes = AsyncIterable<Buffer>;

/** The body as it was before it was packed, stopped where it grows too large: on the wire and unpacked. */
export function readBody(response: IncomingMessage, url: string, maxBytes: number): Bytes {
  const packed = codings(response, url).reduceRight<Bytes>(
    (source, coding) => unpack(source, coding),
    cap(response, url, maxBytes),
  );
  return cap(packed, url, maxBytes);
}

async function* cap(source: Bytes, url: string, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(url, `more than ${maxBytes} bytes`);
    yield chunk;
  }
}

const MAX_CODINGS = 3;

/** RFC 9659: a window that every client of the web must be able to hold, and no more. */
const ZSTD_WINDOW_LOG = 23;

const UNPACKERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
  // Half of the web means raw deflate by this name; a zlib stream begins with method 8.
  deflate: (first: Buffer) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

type Coding = keyof typeof UNPACKERS;

function codings(response: IncomingMessage, url: string): Coding[] {
  const named = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const known = named.filter((name): name is Coding => Object.hasOwn(UNPACKERS, name));
  if (known.length !== named.length || named.length > MAX_CODINGS)
    throw new ToolError('UNAVAILABLE', `${shown(url)} answers in a packing that is not known here`);
  return known;
}

async function* unpack(source: Bytes, coding: Coding): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  // The answer to HEAD names a packing and has no body.
  if (first.done) return;
  const unpacker = coding === 'deflate' ? UNPACKERS.deflate(first.value) : UNPACKERS[coding]();
  const packed = Readable.from(prepend(first.value, chunks));
  const filled = pipeline(packed, unpacker);
  // Its failure destroys the unpacker, and that is where it is met.
  filled.catch(() => {});
  yield* unpacker;
}

async function* prepend(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}
