import type { CutText } from '../../core/text/cut-text.ts';
import { isMostlyUtf8, showUtf8 } from '../files/read/torn-utf8.ts';
import { cutRuns, type ShowLine } from './cut-runs.ts';
import { LONGEST_LINE } from './run-ripgrep.ts';

/** A line of a file that fits the query. */
export interface Match {
  /** Relative to the searched directory. */
  readonly path: string;
  readonly line: number;
  /** Of the first match in the line, in characters. */
  readonly column: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What ripgrep writes with `--json`, as far as it is used. */
type Message =
  | { readonly type: 'begin' }
  | { readonly type: 'match' | 'context'; readonly data: LineData }
  | { readonly type: 'end'; readonly data: { readonly path: Text; readonly binary_offset: number | null } }
  | { readonly type: 'summary'; readonly data: { readonly stats: { readonly searches: number } } };

interface LineData {
  /** In bytes. */
  readonly absolute_offset: number;
  readonly lines: Text;
  readonly line_number: number;
  readonly submatches: readonly { readonly start: number }[];
}

/** Bytes, in base64, where it is not UTF-8. */
type Text = { readonly text: string } | { readonly bytes: string };

interface Line {
  readonly text: string;
  /** The text before the first match; undefined for a line of context. */
  readonly lead: string | undefined;
  /** Where it begins in the file, in bytes. */
  readonly offset: number;
}

interface FoundInFile {
  readonly matches: readonly Omit<Match, 'path'>[];
  /** Whether a line matches that is too long to be read. */
  readonly hasTooLong: boolean;
}

interface MatchHandlers {
  readonly contextLines: number;
  /** The matches of one file, when it has been read to its end. */
  readonly onFile: (path: string, found: FoundInFile) => void;
  readonly onSummary: (filesSearched: number) => void;
  readonly cut: CutText;
  /** What stands in a file before this offset. */
  readonly textBefore: (path: string, offset: number) => string;
}

/** Puts the messages of ripgrep together: a file counts when its end shows that it is text. */
export function createMatchReader({ contextLines, onFile, onSummary, cut, textBefore }: MatchHandlers) {
  let lines = new Map<number, Line>();
  let hasTooLong = false;
  const read = (text: string): void => {
    const message = JSON.parse(text) as Message; // Sound: ripgrep's own format, and its version is pinned.
    if (message.type === 'begin') [lines, hasTooLong] = [new Map(), false];
    else if (message.type === 'summary') onSummary(message.data.stats.searches);
    else if (message.type === 'end') {
      if (message.data.binary_offset !== null) return;
      const path = decode(message.data.path);
      const show = cutRuns(lines, cut, (offset) => textBefore(path, offset));
      onFile(path, { matches: matchesIn(lines, contextLines, show), hasTooLong });
    } else readLine(message.data);
  };
  const readLine = (data: LineData): void => {
    const line = toLine(data);
    if (line.text.length <= LONGEST_LINE) lines.set(data.line_number, line);
    else if (line.lead !== undefined) hasTooLong = true;
  };
  /** The beginning of a message that is too long to be kept. */
  const readHead = (head: string): void => {
    if (!head.startsWith('{"type":"match"')) return;
    const message = upToFirstMatch(head);
    if (message === undefined) hasTooLong = true;
    else read(message);
  };
  return { read, readHead };
}

/** A line can have millions of matches, of which the first counts; undefined where the line itself is too long. */
function upToFirstMatch(head: string): string | undefined {
  // A quotation mark inside of a JSON string has a backslash before it, so neither mark is found in the line itself.
  const list = head.indexOf(',"submatches":[');
  const end = list === -1 ? -1 : head.indexOf(',"end":', list);
  const close = end === -1 ? -1 : head.indexOf('}', end);
  return close === -1 ? undefined : `${head.slice(0, close + 1)}]}}`;
}

function toLine({ lines, submatches, absolute_offset: offset }: LineData): Line {
  const text = decodeLine(lines).replace(/\r?\n$/, '');
  const [first] = submatches;
  return { text, lead: first && decodeLine(lines, first.start), offset };
}

const decode = (text: Text): string =>
  'text' in text ? text.text : Buffer.from(text.bytes, 'base64').toString('utf8');

/** As read_file reads it: what is not UTF-8, not even for the most part, is latin1. ripgrep counts bytes. */
function decodeLine(text: Text, end?: number): string {
  if ('text' in text) return end === undefined ? text.text : Buffer.from(text.text).toString('utf8', 0, end);
  const bytes = Buffer.from(text.bytes, 'base64');
  const wanted = bytes.subarray(0, end);
  return isMostlyUtf8(bytes) ? showUtf8(wanted) : wanted.toString('latin1');
}

function matchesIn(
  lines: ReadonlyMap<number, Line>,
  contextLines: number,
  show: ShowLine,
): Omit<Match, 'path'>[] {
  const around = (line: number, step: 1 | -1): string[] => {
    const found: string[] = [];
    for (let i = 1; i <= contextLines; i++) {
      const near = lines.get(line + i * step);
      if (!near) break;
      found.push(show(line + i * step, 0));
    }
    return step === 1 ? found : found.reverse();
  };
  return [...lines].flatMap(([line, { lead }]) => {
    if (lead === undefined) return [];
    const shown = show(line, lead.length);
    return [{ line, column: lead.length + 1, text: shown, before: around(line, -1), after: around(line, 1) }];
  });
}
