import type { Scan } from './wholly-read.ts';

export interface PendingHereDocument {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly hasTabs: boolean;
  /** Behind its delimiter. */
  readonly end: number;
}

const DELIMITER =
  /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n$`\\]+)"|\\([\w.+%@:,/!-]+)|([\w.+%@:,/!-]+))(?=[ \t\n;|&<>()]|$)/y;

/** The here-document that is announced here; unclear where shells may differ about the line that ends it. */
export function hereDocumentAt(source: string, at: number): PendingHereDocument | 'unclear' | undefined {
  if (source[at] !== '<') return undefined;
  if (/^<(\\\n)+</.test(source.slice(at, at + 8))) return 'unclear';
  if (!source.startsWith('<<', at) || source.startsWith('<<<', at) || source[at - 1] === '<')
    return undefined;
  DELIMITER.lastIndex = at;
  const found = DELIMITER.exec(source);
  if (!found) return 'unclear';
  const [text, dash, ...names] = found;
  const plain = names[3];
  return {
    delimiter: names.find((name) => name !== undefined) ?? '',
    isQuoted: plain === undefined,
    hasTabs: dash === '-',
    end: at + text.length,
  };
}

interface Around {
  readonly kind: 'line' | 'inside';
  /** Reads what is expanded in the text of one. */
  readonly readBody: (scan: Scan) => boolean;
}

/** At the end of a line: past the texts of the here-documents that it announced. */
export function skipHereDocuments(
  scan: Scan,
  pending: readonly PendingHereDocument[],
  { kind, readBody }: Around,
): boolean {
  scan.at++;
  scan.waiting -= pending.length;
  // Announced outside: which line its text begins at is not the same for all.
  if (scan.waiting > 0) return false;
  return pending.every((one) => {
    const start = scan.at;
    const { source, bodies } = scan;
    const end = endOf(source, start, one);
    if (end === undefined && kind === 'inside') return false;
    const bodyEnd = end ?? source.length;
    if (bodies.get(start)?.end !== bodyEnd) return false;
    const body = source.slice(start, bodyEnd);
    scan.at = end === undefined ? source.length : lineEnd(source, end);
    if (one.isQuoted) return true;
    // A line that goes on takes the delimiter in.
    return !GOES_ON.test(body) && readBody({ ...scan, source: source.slice(0, bodyEnd), at: start });
  });
}

const GOES_ON = /(^|[^\\])(\\\\)*\\\n$/;

/** Where the line begins that ends it. */
function endOf(
  source: string,
  from: number,
  { delimiter, hasTabs }: PendingHereDocument,
): number | undefined {
  for (let at = from; at < source.length; at = lineEnd(source, at)) {
    const line = source.slice(at, lineEnd(source, at)).replace(/\n$/, '');
    if ((hasTabs ? line.replace(/^\t+/, '') : line) === delimiter) return at;
  }
  return undefined;
}

/** Behind the end of the line. */
function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end === -1 ? source.length : end + 1;
}
