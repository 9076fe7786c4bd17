import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../child/start-child.ts';
import { endBeyond } from '../child/watch-memory.ts';
import type { Answered, Asked } from './answer-questions.ts';
import { createFrames, FrameTooLong, toFrame } from './frames.ts';

/** Why a process is gone: what it holds got too large, or it failed in another way. */
export type Gone = 'memory' | 'answer' | 'failed';

export interface ProcessApart {
  send(asked: Asked): void;
  /** Nothing is heard of it from then on. */
  end(): Promise<void>;
}

export interface ApartParts {
  /** What it runs: a file that calls `answerQuestions`. */
  readonly entry: URL;
  readonly heapMb: number;
  /** With what is not in the heap: what was unpacked, native code. */
  readonly mostMb: number;
  readonly mostAnswerBytes: number;
  readonly installation?: string | undefined;
  readonly onAnswer: (answered: Answered) => void;
  readonly onGone: (why: Gone, error: Error) => void;
}

/** As in a thread; pages and documents nest deeply. */
const STACK_KB = 3900;

/**
 * A process that takes texts of others apart. No thread: where one runs out of memory in a single large allocation,
 * Node cannot end it alone, and the host ends with it.
 */
export function startApart(parts: ApartParts): ProcessApart {
  let isOver = false;
  const gone = (why: Gone, error: Error): void => {
    if (isOver) return;
    isOver = true;
    parts.onGone(why, error);
  };
  const started = start(parts, {
    onAnswer: (answered) => void (isOver || parts.onAnswer(answered)),
    gone,
  });
  started.catch((error: Error) => gone('failed', error));
  return {
    send: (asked) =>
      void started.then(
        ({ input }) => {
          for (const part of isOver ? [] : toFrame(asked)) input?.stream?.write(part);
        },
        () => {},
      ),
    end: async () => {
      isOver = true;
      await (await started.catch(() => undefined))?.end(0);
    },
  };
}

interface Heard {
  readonly onAnswer: (answered: Answered) => void;
  readonly gone: (why: Gone, error: Error) => void;
}

async function start(parts: ApartParts, { onAnswer, gone }: Heard): Promise<Child> {
  const { entry, heapMb, mostMb, mostAnswerBytes, installation } = parts;
  // Sound: the two sides are written for each other.
  const take = createFrames(mostAnswerBytes, (value) => onAnswer(value as Answered));
  const child = await startChild({
    argv: [
      process.execPath,
      `--max-old-space-size=${heapMb}`,
      `--stack-size=${STACK_KB}`,
      fileURLToPath(entry),
    ],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdin: 'open',
    isSandboxed: false,
    isUnasked: true,
    isReader: true,
    ...(installation !== undefined && { installation }),
    onData: (stream, chunk) => {
      if (stream === 'stdout') take(chunk);
    },
  });
  child.failed.addEventListener('abort', () => {
    const { reason } = child.failed;
    gone(reason instanceof FrameTooLong ? 'answer' : 'failed', reason);
  });
  endBeyond(child, mostMb * 1_048_576, () => gone('memory', new Error(`It took more than ${mostMb} MB`)));
  void child.ended.then(({ exitCode, signal }) => {
    // Node and the system end with a signal what has no memory left.
    gone(signal === null ? 'failed' : 'memory', new Error(`The process ended with ${signal ?? exitCode}`));
  });
  return child;
}

/** The address of a file beside the caller's: TypeScript in the source tree, JavaScript in the library and the bundle. */
export const entryBeside = (name: string, from: string): URL =>
  new URL(`./${name}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from);
