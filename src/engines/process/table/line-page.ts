import { asLeft, createLineSplitter } from '../child/line-splitter.ts';
import type { Stream } from '../process.ts';
import { indexLines } from './line-index.ts';
import { leftOutBefore, readPart } from './output-files.ts';
import { plainLine, styledLine } from './styled-line.ts';

export interface OutputLine {
  /** Counts the lines of a process from 0. */
  readonly seq: number;
  readonly stream: Stream;
  readonly text: string;
  readonly ts: string;
  /** The same with its colours, if it has any. */
  readonly ansi?: string;
}

export interface PageWanted {
  /** The lines from this one on; without it, the last ones. */
  readonly sinceSeq?: number | undefined;
  readonly tailLines: number;
}

export interface LinePage {
  readonly lines: readonly OutputLine[];
  /** Where to go on. */
  readonly nextSeq: number;
  /** Lines that were asked for and are gone. */
  readonly dropped: number;
}

/** Lines of which only those of a page are made. */
export interface Lines {
  readonly count: number;
  between(from: number, to: number): readonly OutputLine[];
}

export const MARKS: Readonly<Record<Stream, string>> = { stdout: 'o', stderr: 'e' };

/** With the colours that it was printed in. */
export function outputLine(line: Omit<OutputLine, 'ansi'>, printed: string): OutputLine {
  const ansi = styledLine(printed);
  return ansi === undefined ? line : { ...line, ansi };
}

/** The lines an earlier host wrote down. */
export function pagesOfFile(path: string): (wanted: PageWanted) => LinePage {
  const lines = linesOfFile(path);
  return (wanted) => pageOfAll(lines, wanted);
}

/** The lines a process wrote itself, one stream after the other: nobody was there to see how they took turns. */
export function pagesOfOutputs(paths: Readonly<Record<Stream, string>>): (wanted: PageWanted) => LinePage {
  const stdout = linesOfOutput(paths.stdout, 'stdout', 0);
  const stderr = linesOfOutput(paths.stderr, 'stderr', stdout.count);
  const between = (from: number, to: number): OutputLine[] => [
    ...stdout.between(from, to),
    ...stderr.between(Math.max(0, from - stdout.count), to - stdout.count),
  ];
  const all = { count: stdout.count + stderr.count, between };
  return (wanted) => pageOfAll(all, wanted);
}

/** The records that a log wrote down, up to the last that is complete. */
export function linesOfFile(path: string): Lines {
  const { count, between } = indexLines(readPart(path, 'start')?.bytes ?? Buffer.alloc(0));
  const lineOf = (record: string, seq: number): OutputLine => {
    const at = record.indexOf(' ');
    return {
      seq,
      stream: record.startsWith(MARKS.stderr) ? 'stderr' : 'stdout',
      ts: record.slice(1, at),
      text: record.slice(at + 1),
    };
  };
  return { count, between: (from, to) => between(from, to).map((record, at) => lineOf(record, from + at)) };
}

function linesOfOutput(path: string, stream: Stream, firstSeq: number): Lines {
  const end = readPart(path, 'end');
  if (!end) return { count: 0, between: () => [] };
  const ts = end.modifiedAt;
  const bytes =
    end.before === 0 ? end.bytes : Buffer.concat([Buffer.from(leftOutBefore(end.before)), end.bytes]);
  const index = indexLines(bytes);
  // What has no end is cut as it would be while it comes: its pieces are long, and so there are few.
  const pieces = piecesOf(bytes.subarray(index.end));
  const { count } = index;
  return {
    count: count + pieces.length,
    between: (from, to) =>
      [
        ...index.between(from, to).map(asLeft),
        ...pieces.slice(Math.max(0, from - count), Math.max(0, to - count)),
      ].map((printed, at) =>
        outputLine({ seq: firstSeq + from + at, stream, text: plainLine(printed), ts }, printed),
      ),
  };
}

function piecesOf(bytes: Buffer): string[] {
  const pieces: string[] = [];
  const splitter = createLineSplitter((_, printed) => pieces.push(...printed));
  splitter.add(bytes);
  splitter.end();
  return pieces;
}

function pageOfAll({ count, between }: Lines, { sinceSeq, tailLines }: PageWanted): LinePage {
  const from = sinceSeq ?? Math.max(0, count - tailLines);
  const lines = between(from, Math.min(count, from + tailLines));
  return { lines, nextSeq: lines.length > 0 ? from + lines.length : Math.max(from, count), dropped: 0 };
}
