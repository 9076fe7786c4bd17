import { ToolError } from '../../../core/errors.ts';
import { type Asker, createLine } from '../../../core/timing/slots.ts';
import type { Answered } from '../../process/apart/answer-questions.ts';
import { entryBeside, type Gone, type ProcessApart, startApart } from '../../process/apart/process-apart.ts';

export interface HtmlPage {
  readonly html: string;
  readonly url: string;
}

export interface Converted {
  readonly title: string;
  readonly markdown: string;
  readonly published?: string;
}

export interface ConverterParts {
  /** The largest page there is. */
  readonly maxBytes: number;
  readonly installation?: string | undefined;
}

export interface Converter {
  convert(page: HtmlPage, asker: Asker): Promise<Converted>;
  close(): Promise<void>;
}

const LONGEST_MS = 10_000;
const IDLE_MS = 60_000;
const HEAP_MB = 512;
/** With the page itself and what is not in the heap. */
const MOST_MB = 1024;

/** A process that read a larger one is ended: it keeps the memory, and nobody may come again soon. */
const LARGE_CHARACTERS = 1_000_000;

/** Of pages of all agents; each has one of them at a time. */
const MOST_PROCESSES = 2;

/** Takes pages apart in turns of agents: one page may take a good part of the memory there is. */
export function createConverter(parts: ConverterParts): Converter {
  const inLine = createLine(1, MOST_PROCESSES);
  const all = new Set<Reader>();
  const free: Reader[] = [];
  const end = async (reader: Reader): Promise<void> => {
    all.delete(reader);
    if (free.includes(reader)) free.splice(free.indexOf(reader), 1);
    clearTimeout(reader.idle);
    await reader.process.end();
  };
  const start = (): Reader => {
    const reader = startReader(parts, () => void end(reader));
    all.add(reader);
    return reader;
  };
  const read = async (page: HtmlPage, signal: AbortSignal): Promise<Converted> => {
    signal.throwIfAborted();
    const reader = free.pop() ?? start();
    clearTimeout(reader.idle);
    let isKept = false;
    try {
      const converted = await convertIn(reader, page, signal);
      isKept = all.has(reader) && page.html.length <= LARGE_CHARACTERS;
      return converted;
    } finally {
      if (isKept) {
        free.push(reader);
        reader.idle = setTimeout(() => void end(reader), IDLE_MS).unref();
      } else {
        // Its memory is gone before the next one begins.
        await end(reader);
      }
    }
  };
  return {
    convert: (page, asker) => inLine(asker, () => read(page, asker.signal)),
    close: async () => {
      await Promise.all([...all].map(end));
    },
  };
}

interface Reader {
  readonly process: ProcessApart;
  /** Who waits for its answer. */
  waiting?: PromiseWithResolvers<Answered> & { readonly url: string };
  idle?: NodeJS.Timeout;
}

function startReader({ maxBytes, installation }: ConverterParts, onGone: () => void): Reader {
  const process = startApart({
    entry: entryBeside('page-process', import.meta.url),
    heapMb: HEAP_MB,
    mostMb: MOST_MB,
    // Characters may take two bytes, and each of them a backslash before it.
    mostAnswerBytes: 4 * maxBytes + 1_048_576,
    installation,
    onAnswer: (answered) => reader.waiting?.resolve(answered),
    onGone: (why, cause) => {
      const { waiting } = reader;
      waiting?.reject(why === 'failed' ? cause : tooMuch(waiting.url, why));
      onGone();
    },
  });
  const reader: Reader = { process };
  return reader;
}

async function convertIn(reader: Reader, page: HtmlPage, signal: AbortSignal): Promise<Converted> {
  const waiting = { ...Promise.withResolvers<Answered>(), url: page.url };
  reader.waiting = waiting;
  const timer = setTimeout(() => waiting.reject(tooComplex(page.url)), LONGEST_MS);
  const onAbort = () => waiting.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  reader.process.send({ id: 0, question: page });
  try {
    const { answer, error } = await waiting.promise;
    if (error) throw tooComplex(page.url, error);
    return answer as Converted; // Sound: page-process.ts answers with it.
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

const tooMuch = (url: string, why: Exclude<Gone, 'failed'>): ToolError =>
  new ToolError(
    'TOO_LARGE',
    why === 'memory'
      ? `${url} takes more memory than ${HEAP_MB} MB to read`
      : `${url} is several times as long as text as it is as a page`,
    { hint: ELSEWHERE },
  );

const tooComplex = (url: string, cause?: unknown): ToolError =>
  new ToolError('TOO_LARGE', `${url} could not be turned into text`, {
    cause,
    hint: `The page is built in a way that takes too long to read. ${ELSEWHERE}`,
  });

const ELSEWHERE = 'Look for another page with the same content.';
