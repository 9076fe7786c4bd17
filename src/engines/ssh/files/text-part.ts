import { type CutText, cutPiece } from '../../../core/text/cut-text.ts';

/** Bytes of a text, with what stands around them: of a secret that reaches into them, a mask is shown. */
export interface TextPart {
  /** The first lines of the file and what stands before the bytes, where they do not start it. */
  readonly before: Buffer;
  readonly bytes: Buffer;
  readonly after: Buffer;
}

interface PageOptions {
  readonly encoding: 'utf8' | 'latin1';
  readonly pageBytes: number;
  /** More was asked for than these bytes. */
  readonly hasMore: boolean;
  readonly cut: CutText;
}

interface TextPage {
  readonly content: string;
  /** Bytes of the file that it shows. */
  readonly length: number;
}

/** As much as fits into an answer, and whole lines of it. */
export function pageOf({ before, bytes, after }: TextPart, options: PageOptions): TextPage {
  const { encoding, cut } = options;
  const length = lengthThatFits(bytes, { ...options, endsText: after.length === 0 });
  const lead = before.toString(encoding);
  const content = bytes.toString(encoding, 0, length);
  const rest = bytes.toString(encoding, length) + after.toString(encoding);
  const piece = { start: lead.length, end: lead.length + content.length };
  return { content: cutPiece(lead + content + rest, piece, cut), length };
}

function lengthThatFits(
  bytes: Buffer,
  { encoding, pageBytes, hasMore, endsText }: PageOptions & { readonly endsText: boolean },
): number {
  // An answer travels as UTF-8, where a byte of another encoding takes up to three.
  const shownBytes = (length: number): number => Buffer.byteLength(bytes.toString(encoding, 0, length));
  let length = Math.min(bytes.length, pageBytes);
  while (length > 1 && shownBytes(length) > pageBytes)
    length = Math.max(1, Math.floor((length * pageBytes) / shownBytes(length)) - 1);
  // A reader who goes on where this part ends would get neither half of a character that it cuts in two.
  if (length === bytes.length && !hasMore) return endsText ? length : characterEnd(bytes, length, encoding);
  const lineEnd = bytes.lastIndexOf('\n', length - 1) + 1;
  return lineEnd > 0 ? lineEnd : characterEnd(bytes, length, encoding);
}

/** A byte that goes on with a character starts with the bits 10. */
function characterEnd(bytes: Buffer, length: number, encoding: PageOptions['encoding']): number {
  if (encoding === 'latin1') return length;
  let start = length - 1;
  while (start > 0 && start > length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const isWhole = start + characterLength(bytes[start] ?? 0) <= length;
  return isWhole || start === 0 ? length : start;
}

const characterLength = (first: number): number =>
  first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
