import { fileURLToPath } from 'node:url';
import { ToolError } from '../../../core/errors.ts';
import { type Child, startChild } from '../../process/child/start-child.ts';
import { endBeyond } from '../../process/child/watch-memory.ts';
import type { Method, ReaderMethods } from './messages.ts';
import { createReplies } from './replies.ts';

/** The process that reads code, started with the first question. Parsers are native code: what kills one must not kill the host. */
export interface Reader {
  ask<M extends Method>(
    method: M,
    params: ReaderMethods[M]['params'],
    options: AskOptions,
  ): Promise<ReaderMethods[M]['result']>;
  close(): Promise<void>;
}

interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

interface ReaderParts {
  readonly installation?: string | undefined;
  /** Where what was read is kept for the next time. */
  readonly cacheDir?: string | undefined;
}

/** The process ended before it answered: the text it read may have killed it. */
export class ReaderCrash extends Error {
  override readonly name = 'ReaderCrash';
}

const TIMEOUT_MS = 20_000;
/** What was read is kept on disk; memory is given back when nobody asks. */
const IDLE_MS = 300_000;
const HEAP_MB = 288;
/** Trees of syntax are garbage at once: a small nursery keeps them from piling up, 90 MB less at the peak for 5 % more work. */
const NURSERY_MB = 8;
/** Native parsers and resolvers have no part in that heap. Large repositories take half of this. */
const MOST_MB = 1024;

export function createReader({ installation, cacheDir }: ReaderParts = {}): Reader {
  let running: Promise<Running> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let open = 0;
  const stop = async (): Promise<void> => {
    const ended = running;
    running = undefined;
    clearTimeout(idle);
    await (await ended?.catch(() => undefined))?.end();
  };
  const get = (): Promise<Running> => {
    if (running) return running;
    const started = start({ installation, cacheDir }, () => {
      if (running === started) running = undefined;
    });
    started.catch(() => {
      if (running === started) running = undefined;
    });
    running = started;
    return started;
  };
  return {
    ask: async (method, params, { signal, timeoutMs = TIMEOUT_MS }) => {
      clearTimeout(idle);
      open++;
      try {
        const { replies, send } = await get();
        signal?.throwIfAborted();
        const { id, answer } = replies.expect();
        send({ id, method, params });
        // Sound: the two sides are written for each other, see messages.ts.
        return (await inTime(answer, { signal, timeoutMs, onTimeout: stop })) as never;
      } finally {
        open--;
        if (open === 0) idle = setTimeout(() => void stop(), IDLE_MS).unref();
      }
    },
    close: stop,
  };
}

interface Limits extends Required<Pick<AskOptions, 'timeoutMs'>>, Pick<AskOptions, 'signal'> {
  readonly onTimeout: () => Promise<void>;
}

/** A text that is read for ever takes the process with it; the next question gets a new one. */
async function inTime<T>(answer: Promise<T>, { signal, timeoutMs, onTimeout }: Limits): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    void onTimeout();
    over.reject(new ToolError('TIMEOUT', `Reading code took more than ${timeoutMs} ms`));
  }, timeoutMs);
  const onAbort = (): void => over.reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([answer, over.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

interface Running {
  readonly replies: ReturnType<typeof createReplies>;
  send(request: object): void;
  end(): Promise<unknown>;
}

const GRACE_MS = 500;

async function start({ installation, cacheDir }: ReaderParts, onEnd: () => void): Promise<Running> {
  const replies = createReplies();
  const child = await startChild({
    argv: [
      process.execPath,
      `--max-old-space-size=${HEAP_MB}`,
      `--max-semi-space-size=${NURSERY_MB}`,
      processPath(),
      cacheDir ?? '',
    ],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdin: 'open',
    isSandboxed: false,
    isReader: true,
    ...(installation !== undefined && { installation }),
    onData: (stream, chunk) => {
      if (stream === 'stdout') replies.add(chunk);
    },
  });
  endBeyond(child, MOST_MB * 1_048_576, () => {
    onEnd();
    replies.fail(tooLarge());
  });
  void child.ended.then(({ exitCode, signal }) => {
    onEnd();
    replies.fail(new ReaderCrash(`The reading process ended with ${signal ?? exitCode}`));
  });
  return { replies, send: (request) => write(child, request), end: () => child.end(GRACE_MS) };
}

const tooLarge = (): ToolError =>
  new ToolError('TOO_LARGE', `Reading code took more than ${MOST_MB} MB of memory, so it was stopped`, {
    hint: 'A package.json, tsconfig.json or source file there may be huge, or a link to a device. Name another directory, or use search_text.',
  });

const write = (child: Child, request: object): void =>
  void child.input?.write(`${JSON.stringify(request)}\n`);

// From the source tree it is TypeScript; the library and the bundle have it as JavaScript.
const processPath = (): string => {
  const isSource = import.meta.url.endsWith('.ts');
  const isBundle = !isSource && !import.meta.url.endsWith('/reader.js');
  const name = isBundle ? './reader-process.js' : `./reader-process.${isSource ? 'ts' : 'js'}`;
  return fileURLToPath(new URL(name, import.meta.url));
};
