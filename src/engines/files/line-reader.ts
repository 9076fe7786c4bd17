import { StringDecoder } from 'node:string_decoder';
import type { TextEncoding, TextForm } from './text-form.ts';
import { lineStarts, type PageOptions, pageOf, type TextPage } from './text-page.ts';

/** Finds a page in a text that comes in pieces, keeping no more of it than the page. */
export interface LineReader {
  push(piece: Buffer): void;
  /** Whatever follows cannot change the page. */
  readonly isFull: boolean;
  /** Where the first line of the page starts, once it is found. */
  readonly mark: { readonly line: number; readonly offset: number } | undefined;
  page(): TextPage;
  /** Lines of all that was pushed and what stood before it. */
  readonly lines: number;
}

export function createLineReader(
  { encoding }: TextForm,
  options: PageOptions,
  from: { readonly line: number; readonly offset: number },
): LineReader {
  const decode = createDecoder(encoding);
  let { line, offset } = from;
  let mark = line === options.startLine ? from : undefined;
  let base = options.startLine;
  let toDrop = options.startColumn - 1;
  let text = '';
  let endsLine = true;
  let isFull = false;

  function collect(bytes: Buffer): void {
    const more = decode(bytes);
    const lineEnd = more.indexOf('\n') + 1;
    const dropped = Math.min(toDrop, more.length, lineEnd === 0 ? more.length : lineEnd);
    const isPastLine = dropped > 0 && dropped === lineEnd;
    toDrop = isPastLine ? 0 : toDrop - dropped;
    if (isPastLine) base++;
    text += more.slice(dropped);
    isFull = text.length > options.maxBytes || lineStarts(text).length > options.maxLines;
  }

  return {
    push: (piece) => {
      const wanted = mark ? 0 : options.startLine - line;
      const { count, found } = countLines(piece, encoding, wanted);
      if (!mark && found !== undefined) mark = { line: options.startLine, offset: offset + found };
      if (mark && !isFull) collect(wanted > 0 ? piece.subarray(found) : piece);
      line += count;
      offset += piece.length;
      endsLine = endsWithNewline(piece, encoding);
    },
    get isFull() {
      return isFull;
    },
    get mark() {
      return mark;
    },
    page: () => {
      const { nextLine, nextColumn, ...page } = pageOf(text, lineStarts(text), {
        ...options,
        startLine: 1,
        startColumn: 1,
      });
      const isSameLine = nextColumn !== undefined;
      return {
        ...page,
        ...(nextLine !== undefined && { nextLine: nextLine + base - 1 }),
        ...(isSameLine && {
          nextColumn: nextColumn + (base === options.startLine ? options.startColumn - 1 : 0),
        }),
      };
    },
    get lines() {
      return endsLine ? line - 1 : line;
    },
  };
}

const isWide = (encoding: TextEncoding): boolean => encoding.startsWith('utf-16');

/** How many lines end in a piece, and where the one after `wanted` of them starts. */
function countLines(
  piece: Buffer,
  encoding: TextEncoding,
  wanted: number,
): { count: number; found?: number } {
  if (isWide(encoding)) return countWideLines(piece, encoding, wanted);
  let count = 0;
  let found: number | undefined;
  // Gigabytes may pass through here; this is three times as fast as looking at every byte.
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1))
    if (++count === wanted) found = at + 1;
  return found === undefined ? { count } : { count, found };
}

function countWideLines(
  piece: Buffer,
  encoding: TextEncoding,
  wanted: number,
): { count: number; found?: number } {
  const low = encoding === 'utf-16be' ? 1 : 0;
  let count = 0;
  let found: number | undefined;
  for (let at = 0; at < piece.length; at += 2)
    if (piece[at + low] === 10 && piece[at + 1 - low] === 0 && ++count === wanted) found = at + 2;
  return found === undefined ? { count } : { count, found };
}

const endsWithNewline = (piece: Buffer, encoding: TextEncoding): boolean =>
  isWide(encoding) ? countLines(piece.subarray(-2), encoding, 0).count === 1 : piece.at(-1) === 10;

function createDecoder(encoding: TextEncoding): (piece: Buffer) => string {
  const decoder = new StringDecoder(
    encoding === 'utf-8' ? 'utf8' : encoding === 'latin1' ? 'latin1' : 'utf16le',
  );
  if (encoding !== 'utf-16be') return (piece) => decoder.write(piece);
  return (piece) => decoder.write(Buffer.from(piece.subarray(0, piece.length & ~1)).swap16());
}
