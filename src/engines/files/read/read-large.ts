import { createHash, type Hash, hash } from 'node:crypto';
import { read, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { ToolError } from '../../../core/errors.ts';
import { describeBinary, formOf, type ReadFile, type ReadOptions, tooLarge } from './file-content.ts';
import { languageOf } from './language.ts';
import { createLineReader } from './line-reader.ts';
import { bomOf, type TextForm } from './text-form.ts';

const PIECE_BYTES = 1_048_576;
const SAMPLE_BYTES = 65_536;
/** Hash and number of lines take reading it all; what is larger than this is not edited either. */
const WHOLE_BYTES = 10_485_760;

const readAt = promisify(read);

interface Opened {
  readonly fd: number;
  readonly stats: Stats;
}

/** A page of a large file; memory stays that of a piece, whatever its size. */
export async function readInPieces(
  path: string,
  { fd, stats }: Opened,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<ReadFile> {
  const { size } = stats;
  const sample = Buffer.allocUnsafe(SAMPLE_BYTES);
  const { bytesRead } = await readAt(fd, sample, 0, sample.length, 0);
  const form = formOf(sample.subarray(0, bytesRead), options, { isWhole: false });
  const lastModified = stats.mtime.toISOString();
  if (form === undefined) {
    if (size > options.maxBinaryBytes) throw tooLarge(path, size, options.maxBinaryBytes);
    const bytes = await readWhole(fd, size, signal);
    return describeBinary(path, bytes, options, { size, lastModified, sha256: hash('sha256', bytes) });
  }
  const hasher = size <= WHOLE_BYTES ? createHash('sha256').update(bomOf(form)) : undefined;
  const page = await readPage({ fd, stats }, form, options, hasher, signal);
  return {
    path,
    ...page,
    encoding: form.encoding,
    size,
    language: languageOf(path),
    lastModified,
    ...(hasher && { sha256: hasher.digest('hex') }),
  };
}

async function readPage(
  { fd, stats }: Opened,
  form: TextForm,
  options: ReadOptions,
  hasher: Hash | undefined,
  signal: AbortSignal,
) {
  const key = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}:${form.encoding}`;
  const start = hasher ? undefined : marks.get(key);
  const from = start && start.line <= options.startLine ? start : { line: 1, offset: bomOf(form).length };
  const reader = createLineReader(form, options, from);
  let isEnd = true;
  for await (const piece of piecesOf(fd, from.offset, signal)) {
    hasher?.update(piece);
    reader.push(piece);
    isEnd = !reader.isFull || hasher !== undefined;
    if (!isEnd) break;
  }
  if (reader.mark) remember(key, reader.mark);
  return {
    ...reader.page(reader.mark && (await textBefore(fd, reader.mark.offset, form))),
    ...((form.hasBadBytes || reader.hasBadBytes) && { hasBadBytes: true }),
    ...(isEnd && { totalLines: reader.lines }),
  };
}

const BEFORE_BYTES = 16_384;

/** What stands before a page, for judging it; a character may be cut at its beginning. */
async function textBefore(fd: number, offset: number, { encoding }: TextForm): Promise<string> {
  const bytes = Buffer.alloc(Math.min(offset, BEFORE_BYTES));
  await readAt(fd, bytes, 0, bytes.length, offset - bytes.length);
  if (encoding === 'utf-8' || encoding === 'latin1') return bytes.toString(encoding);
  return (encoding === 'utf-16be' ? bytes.swap16() : bytes).toString('utf16le');
}

/** One buffer for all pieces: the caller is done with one before asking for the next. */
async function* piecesOf(fd: number, from: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let at = from; ; ) {
    if (signal.aborted) throw new ToolError('CANCELLED', 'The read was cancelled');
    const { bytesRead } = await readAt(fd, piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function readWhole(fd: number, size: number, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const piece of piecesOf(fd, 0, signal)) {
    parts.push(Buffer.from(piece));
    if (parts.length * PIECE_BYTES > size + PIECE_BYTES) break;
  }
  return Buffer.concat(parts);
}

/** Where the last page of a large file began, so that the next one does not count from the first line again. */
interface Mark {
  readonly line: number;
  readonly offset: number;
}

const marks = new Map<string, Mark>();
const MOST_MARKS = 64;

function remember(key: string, mark: Mark): void {
  marks.delete(key);
  marks.set(key, mark);
  const [oldest] = marks.keys();
  if (marks.size > MOST_MARKS && oldest !== undefined) marks.delete(oldest);
}
