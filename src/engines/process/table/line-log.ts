import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { createLineSplitter } from '../child/line-splitter.ts';
import type { Stream } from '../process.ts';
import { styledLine } from './styled-line.ts';

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

/** What a background process prints, line by line: the latest in memory, the first of it in a file. */
export interface LineLog {
  add(stream: Stream, chunk: Buffer): void;
  /** No more will come; a last line without an end is one too. */
  end(): void;
  page(wanted: PageWanted): LinePage;
  /** What stands behind the last line end: a prompt, mostly. */
  prompt(): string;
  /** Settles with the next line or prompt, or when the time is over; tells whether something came. */
  more(waitMs: number, signal?: AbortSignal): Promise<boolean>;
  readonly nextSeq: number;
}

const MEMORY_BYTES = 1_048_576;
const FILE_BYTES = 16_777_216;
const MARKS: Readonly<Record<Stream, string>> = { stdout: 'o', stderr: 'e' };

interface LogOptions {
  /** Where the first lines stay when memory has dropped them, readable by the user alone; none: in memory only. */
  readonly path?: string;
  readonly onLine?: (text: string) => void;
}

export function createLineLog({ path, onLine }: LogOptions = {}): LineLog {
  const file = path === undefined ? undefined : openFile(path);
  const lines: OutputLine[] = [];
  const waiting = new Set<(hasCome: boolean) => void>();
  let bytes = 0;
  let nextSeq = 0;
  const wake = (): void => {
    for (const go of waiting) go(true);
  };
  const addLines = (stream: Stream, texts: readonly string[], printed: readonly string[]): void => {
    const ts = new Date().toISOString();
    file?.add(stream, ts, texts);
    for (const [at, text] of texts.entries()) {
      const ansi = styledLine(printed[at] ?? text);
      lines.push({ seq: nextSeq++, stream, text, ts, ...(ansi !== undefined && { ansi }) });
      bytes += sizeOf(text, ansi);
      onLine?.(text);
    }
    if (bytes > MEMORY_BYTES) bytes -= dropOldest(lines);
  };
  const splitters = {
    stdout: createLineSplitter((...lines) => addLines('stdout', ...lines)),
    stderr: createLineSplitter((...lines) => addLines('stderr', ...lines)),
  };
  return {
    add: (stream, chunk) => {
      splitters[stream].add(chunk);
      wake();
    },
    end: () => {
      splitters.stdout.end();
      splitters.stderr.end();
      file?.end();
      wake();
    },
    page: (wanted) => pageOf({ lines, nextSeq, older: () => file?.read() ?? [] }, wanted),
    prompt: () => splitters.stdout.rest() || splitters.stderr.rest(),
    more: (waitMs, signal) =>
      new Promise((resolve) => {
        const go = (hasCome: boolean): void => {
          clearTimeout(timer);
          waiting.delete(go);
          signal?.removeEventListener('abort', stop);
          resolve(hasCome);
        };
        const stop = (): void => go(false);
        const timer = setTimeout(stop, waitMs);
        waiting.add(go);
        signal?.addEventListener('abort', stop, { once: true });
      }),
    get nextSeq() {
      return nextSeq;
    },
  };
}

/** The lines an earlier host wrote down. */
export function pageOfFile(path: string, wanted: PageWanted): LinePage {
  const lines = parse(path);
  return pageOf({ lines, nextSeq: lines.length, older: () => [] }, wanted);
}

/** The lines a process wrote itself, one stream after the other: nobody was there to see how they took turns. */
export function pageOfOutputs(paths: Readonly<Record<Stream, string>>, wanted: PageWanted): LinePage {
  const lines: OutputLine[] = [];
  for (const stream of ['stdout', 'stderr'] as const) {
    const stats = statSync(paths[stream], { throwIfNoEntry: false });
    if (!stats) continue;
    const ts = stats.mtime.toISOString();
    const splitter = createLineSplitter((texts, printed) => {
      for (const [at, text] of texts.entries()) {
        const ansi = styledLine(printed[at] ?? text);
        lines.push({ seq: lines.length, stream, text, ts, ...(ansi !== undefined && { ansi }) });
      }
    });
    splitter.add(readFileSync(paths[stream]));
    splitter.end();
  }
  return pageOf({ lines, nextSeq: lines.length, older: () => [] }, wanted);
}

interface Lines {
  /** In memory, without gaps. */
  readonly lines: readonly OutputLine[];
  readonly nextSeq: number;
  /** From the first one on, as far as there was room. */
  readonly older: () => readonly OutputLine[];
}

function pageOf({ lines, nextSeq, older }: Lines, { sinceSeq, tailLines }: PageWanted): LinePage {
  if (sinceSeq === undefined) return { lines: lines.slice(-tailLines), nextSeq, dropped: 0 };
  const first = lines[0]?.seq ?? nextSeq;
  const before = sinceSeq < first ? older().filter(({ seq }) => seq >= sinceSeq && seq < first) : [];
  const found = [...before, ...lines.filter(({ seq }) => seq >= sinceSeq)].slice(0, tailLines);
  // A page ends before a gap, so that the number of dropped lines belongs to its beginning.
  const gap = found.findIndex(({ seq }, index) => index > 0 && seq !== (found[index - 1]?.seq ?? 0) + 1);
  const page = gap === -1 ? found : found.slice(0, gap);
  const [start, end] = [page[0], page.at(-1)];
  return {
    lines: page,
    nextSeq: end ? end.seq + 1 : Math.max(sinceSeq, nextSeq),
    dropped: start ? start.seq - sinceSeq : 0,
  };
}

const sizeOf = (text: string, ansi = ''): number => (text.length + ansi.length) * 2 + 100;

/** A quarter at a time: taking single lines off the front of a long array costs its length each time. */
function dropOldest(lines: OutputLine[]): number {
  const gone = lines.splice(0, Math.ceil(lines.length / 4));
  return gone.reduce((sum, { text, ansi }) => sum + sizeOf(text, ansi), 0);
}

function openFile(path: string) {
  const stream = createWriteStream(path, { flags: 'w', mode: 0o600 });
  // A full disk must not end the host; the lines are still in memory.
  stream.on('error', () => {});
  let bytes = 0;
  return {
    add: (from: Stream, ts: string, texts: readonly string[]): void => {
      if (bytes > FILE_BYTES) return;
      const start = `${MARKS[from]}${ts} `;
      const records = texts.map((text) => `${start}${text}\n`).join('');
      bytes += records.length;
      stream.write(records);
    },
    read: (): readonly OutputLine[] => parse(path),
    end: (): void => void stream.end(),
  };
}

function parse(path: string): readonly OutputLine[] {
  const records = readFileSync(path, 'utf8').split('\n');
  records.pop();
  return records.map((record, seq) => {
    const at = record.indexOf(' ');
    return {
      seq,
      stream: record.startsWith(MARKS.stderr) ? 'stderr' : 'stdout',
      ts: record.slice(1, at),
      text: record.slice(at + 1),
    };
  });
}
