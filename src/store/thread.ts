import { Worker } from 'node:worker_threads';
import { type ErrorCode, ToolError } from '../core/errors.ts';

/** A thread that answers one question after the other, on a connection of its own. */
export interface Thread<Question, Answer> {
  /** What is transferred is gone here. */
  ask(question: Question, transferred?: readonly ArrayBuffer[]): Promise<Answer>;
  /** It is there, and takes a question at once. */
  readonly isRunning: boolean;
  /** What was not answered never is. The next question starts it again. */
  close(): Promise<void>;
}

/** What goes to the other side, and what comes back; see answer-questions.ts. */
export interface Asked {
  readonly id: number;
  readonly question: unknown;
}
export interface Answered {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: string;
  /** Of an error that is meant for the caller. */
  readonly code?: ErrorCode | undefined;
  readonly hint?: string | undefined;
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const IDLE_MS = 60_000;

/** It is started with the first question and leaves when there are none for a while. */
export function createThread<Question, Answer>(
  name: string,
  path: string,
  /** A second file it needs. */
  beside?: string,
): Thread<Question, Answer> {
  const waiting = new Map<number, Waiting<Answer>>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  const start = (): Worker => {
    const started = new Worker(urlOf(name), { workerData: { path, beside } });
    started.unref();
    started.on('message', ({ id, answer, error, code, hint }: Answered) => {
      const entry = waiting.get(id);
      waiting.delete(id);
      if (error === undefined)
        entry?.resolve(answer as Answer); // Sound: the two sides are written for each other.
      else entry?.reject(code ? new ToolError(code, error, { hint }) : new Error(error));
    });
    started.on('error', (error: Error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      if (worker === started) worker = undefined;
    });
    return started;
  };
  const close = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    waiting.clear();
    clearTimeout(idle);
    await ended?.terminate();
  };

  return {
    ask: (question, transferred = []) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        clearTimeout(idle);
        idle = setTimeout(() => void (waiting.size === 0 && close()), IDLE_MS).unref();
        waiting.set(++count, { resolve, reject });
        worker.postMessage({ id: count, question } satisfies Asked, transferred);
      }),
    get isRunning() {
      return worker !== undefined;
    },
    close,
  };
}

// From the source tree a thread is TypeScript; the library and the bundle have it as JavaScript beside them.
const urlOf = (name: string): URL =>
  new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
