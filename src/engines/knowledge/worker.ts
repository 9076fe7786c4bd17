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
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

const IDLE_MS = 60_000;

export function createThread<Question, Answer>(
  name: 'encoder-thread' | 'reading-thread',
  assets: string,
): Thread<Question, Answer> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(urlOf(name), {
      workerData: { assets },
      // Files are opened with the system's own call where it has one, which Node does not know of.
      trackUnmanagedFds: false,
    });
    started.unref();
    started.on('message', ({ id, answer, error }: Answered) => {
      const entry = waiting.get(id);
      waiting.delete(id);
      if (error)
        entry?.reject(
          error.code
            ? new ToolError(error.code, error.message, { hint: error.hint })
            : new Error(error.message),
        );
      else entry?.resolve(answer);
    });
    started.on('error', (error: Error) => {
      if (worker === started) worker = undefined;
      failAll(error);
    });
    return started;
  };
  const close = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    clearTimeout(idle);
    await ended?.terminate();
    failAll(new ToolError('CANCELLED', 'The knowledge base was closed'));
  };
  return {
    ask: (question) =>
      new Promise<Answer>((resolve, reject) => {
        worker ??= start();
        clearTimeout(idle);
        idle = setTimeout(() => void (waiting.size === 0 && close()), IDLE_MS).unref();
        // Sound: the two sides are written for each other.
        waiting.set(++count, { resolve: resolve as (answer: unknown) => void, reject });
        worker.postMessage({ id: count, question } satisfies Asked);
      }),
    close,
  };
}

// From the source tree a thread is TypeScript; the library and the bundle have it as JavaScript beside them.
const urlOf = (name: string): URL =>
  new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
