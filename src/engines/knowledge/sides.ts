import { Worker } from 'node:worker_threads';
import type { Answered, Asked } from '../process/apart/answer-questions.ts';
import { entryBeside, type Gone, startApart } from '../process/apart/process-apart.ts';

/** The other side of worker.ts, while it runs. */
export interface Side {
  post(asked: Asked): void;
  end(): Promise<unknown>;
}

/** Told who it is that answers or fails, since another may have taken its place. */
export interface Heard {
  onAnswer(from: Side, answered: Answered): void;
  onError(from: Side, error: Error): void;
  /** What it has in hand takes too much. */
  onTooMuch(from: Side, why: string): void;
}

export type StartSide = (heard: Heard) => Side;

/** For work on what is ours: a thread that runs out of memory may end the host. */
export const inThread =
  (name: 'encoder-thread', assets: string): StartSide =>
  ({ onAnswer, onError }) => {
    const worker = new Worker(entryBeside(name, import.meta.url), {
      workerData: { assets },
      // Files are opened with the system's own call where it has one, which Node does not know of.
      trackUnmanagedFds: false,
    });
    const side: Side = {
      post: (asked) => worker.postMessage(asked),
      end: () => worker.terminate(),
    };
    worker.unref();
    worker.on('message', (answered: Answered) => onAnswer(side, answered));
    worker.on('error', (error: Error) => onError(side, error));
    return side;
  };

/** A document of the largest size takes a quarter of it; a small one that unpacks itself again and again takes all there is. */
const MOST_MB = 1000;
/** Of that, what is not unpacked bytes. */
const HEAP_MB = 800;
/** A book has a few. */
const MOST_ANSWER_BYTES = 256_000_000;

/** For documents of others. */
export const inProcess =
  (name: 'reading-process', installation: string | undefined): StartSide =>
  ({ onAnswer, onError, onTooMuch }) => {
    const process = startApart({
      entry: entryBeside(name, import.meta.url),
      heapMb: HEAP_MB,
      mostMb: MOST_MB,
      mostAnswerBytes: MOST_ANSWER_BYTES,
      installation,
      onAnswer: (answered) => onAnswer(side, answered),
      onGone: (why, error) =>
        why === 'failed' ? onError(side, error) : onTooMuch(side, `Taking it apart ${TOO_MUCH[why]}`),
    });
    const side: Side = { post: process.send, end: process.end };
    return side;
  };

const TOO_MUCH: Readonly<Record<Exclude<Gone, 'failed'>, string>> = {
  memory: `takes more than ${MOST_MB / 1000} GB of memory`,
  answer: `gives more than ${MOST_ANSWER_BYTES / 1e6} MB`,
};
