import { Worker } from 'node:worker_threads';
import { type ErrorCode, ToolError } from '../../core/errors.ts';

/** A thread that does the heavy work; it is started with the first question and leaves when there are none. */
export interface Thread<Question, Answer> {
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

export interface Asked {
  readonly id: number;
  readonly question: unknown;
}
export interface Answered {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: { readonly message: string; readonly code?: ErrorCode; readonly hint?: string };
}

interface Waiting {
  readonly question: unknown;
  isSent: boolean;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

type ThreadName = 'encoder-thread' | 'reading-thread';

const IDLE_MS = 60_000;
const LOOK_MS = 200;
/** A document of the largest size takes a quarter of it; a small one that unpacks itself again and again takes all there is. */
const MOST_GROWN_BYTES = 1_000_000_000;

/**
 * `longestMs`: a question that takes longer, or far more memory than any has use for, is given up. A parser cannot be
 * interrupted in another way, and what it unpacks does not count towards the limits of a thread.
 */
export function createThread<Question, Answer>(
  name: ThreadName,
  assets: string,
  { longestMs }: { readonly longestMs?: number } = {},
): Thread<Question, Answer> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let silent: NodeJS.Timeout | undefined;
  // Several questions are under way at once. When no answer comes any more, they are put again one by one, to see
  // which of them it is.
  let isOneByOne = false;
  let count = 0;

  const send = (): void => {
    for (const [id, entry] of waiting) {
      worker ??= startWorker(name, assets, { onAnswer, onError });
      if (!entry.isSent) worker.postMessage({ id, question: entry.question } satisfies Asked);
      entry.isSent = true;
      if (isOneByOne) break;
    }
    if (longestMs !== undefined && waiting.size > 0) silent ??= watch(longestMs, giveUp);
  };
  const hear = (): void => {
    clearInterval(silent);
    silent = undefined;
  };
  const giveUp = (why: string): void => {
    hear();
    void worker?.terminate();
    worker = undefined;
    for (const entry of waiting.values()) entry.isSent = false;
    const [first] = waiting.keys();
    const isFound = isOneByOne || waiting.size === 1;
    if (isFound && first !== undefined) take(waiting, first)?.reject(tookTooMuch(why));
    isOneByOne = !isFound;
    send();
  };
  const onAnswer = (from: Worker, { id, answer, error }: Answered): void => {
    if (from !== worker) return;
    hear();
    const entry = take(waiting, id);
    if (waiting.size === 0) isOneByOne = false;
    send();
    if (error) entry?.reject(asError(error));
    else entry?.resolve(answer);
  };
  const onError = (from: Worker | undefined, error: Error): void => {
    if (from !== worker) return;
    worker = undefined;
    hear();
    for (const id of [...waiting.keys()]) take(waiting, id)?.reject(error);
  };
  const close = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    clearTimeout(idle);
    onError(undefined, new ToolError('CANCELLED', 'The knowledge base was closed'));
    await ended?.terminate();
  };
  return {
    ask: (question) =>
      new Promise<Answer>((resolve, reject) => {
        clearTimeout(idle);
        idle = setTimeout(() => void (waiting.size === 0 && close()), IDLE_MS).unref();
        // Sound: the two sides are written for each other.
        const answered = resolve as (answer: unknown) => void;
        waiting.set(++count, { question, isSent: false, resolve: answered, reject });
        send();
      }),
    close,
  };
}

/** Until its interval is cleared; tells why it is to be given up. */
function watch(mostMs: number, giveUp: (why: string) => void): NodeJS.Timeout {
  const [sinceMs, before] = [performance.now(), process.memoryUsage.rss()];
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > MOST_GROWN_BYTES)
      giveUp(`Taking it apart takes more than ${MOST_GROWN_BYTES / 1e9} GB of memory`);
    else if (performance.now() - sinceMs > mostMs)
      giveUp(`Taking it apart takes longer than ${mostMs / 1000} seconds`);
  }, LOOK_MS).unref();
}

function take(waiting: Map<number, Waiting>, id: number): Waiting | undefined {
  const entry = waiting.get(id);
  waiting.delete(id);
  return entry;
}

function startWorker(
  name: ThreadName,
  assets: string,
  {
    onAnswer,
    onError,
  }: {
    onAnswer(from: Worker, answered: Answered): void;
    onError(from: Worker, error: Error): void;
  },
): Worker {
  const worker = new Worker(urlOf(name), {
    workerData: { assets },
    // Files are opened with the system's own call where it has one, which Node does not know of.
    trackUnmanagedFds: false,
  });
  worker.unref();
  worker.on('message', (answered: Answered) => onAnswer(worker, answered));
  worker.on('error', (error: Error) => onError(worker, error));
  return worker;
}

const asError = ({ code, message, hint }: NonNullable<Answered['error']>): Error =>
  code ? new ToolError(code, message, { hint }) : new Error(message);

const tookTooMuch = (why: string): ToolError =>
  new ToolError('TOO_LARGE', why, { hint: 'Split it into smaller files, or leave it out.' });

// From the source tree a thread is TypeScript; the library and the bundle have it as JavaScript beside them.
const urlOf = (name: string): URL =>
  new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
