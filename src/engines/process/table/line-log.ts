import { createWriteStream } from 'node:fs';
import { createLineSplitter } from '../child/line-splitter.ts';
import type { Stream } from '../process.ts';
import {
  type LinePage,
  type Lines,
  linesOfFile,
  MARKS,
  type OutputLine,
  outputLine,
  type PageWanted,
} from './line-page.ts';

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
      const line = outputLine({ seq: nextSeq++, stream, text, ts }, printed[at] ?? text);
      lines.push(line);
      bytes += sizeOf(line);
      onLine?.(text);
    }
    if (bytes > MEMORY_BYTES) bytes -= dropOldest(lines, bytes - (MEMORY_BYTES / 4) * 3);
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
    page: (wanted) => pageOf({ lines, nextSeq, older: () => file?.read() }, wanted),
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

interface Latest {
  /** In memory, without gaps. */
  readonly lines: readonly OutputLine[];
  readonly nextSeq: number;
  /** From the first one on, as far as there was room. */
  readonly older: () => Lines | undefined;
}

function pageOf({ lines, nextSeq, older }: Latest, { sinceSeq, tailLines }: PageWanted): LinePage {
  if (sinceSeq === undefined) return { lines: lines.slice(-tailLines), nextSeq, dropped: 0 };
  const first = lines[0]?.seq ?? nextSeq;
  const before =
    sinceSeq < first ? (older()?.between(sinceSeq, Math.min(first, sinceSeq + tailLines)) ?? []) : [];
  const at = Math.max(0, sinceSeq - first);
  const found = [...before, ...lines.slice(at, at + tailLines)].slice(0, tailLines);
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

const sizeOf = ({ text, ansi = '' }: OutputLine): number => (text.length + ansi.length) * 2 + 100;

/** Many at a time: taking single lines off the front of a long array costs its length each time. The latest stays. */
function dropOldest(lines: OutputLine[], tooMany: number): number {
  let [count, bytes] = [0, 0];
  for (const line of lines.slice(0, -1)) {
    if (bytes >= tooMany) break;
    bytes += sizeOf(line);
    count++;
  }
  lines.splice(0, count);
  return bytes;
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
      bytes += Buffer.byteLength(records);
      stream.write(records);
    },
    read: (): Lines => linesOfFile(path),
    end: (): void => void stream.end(),
  };
}
