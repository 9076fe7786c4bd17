import { Worker } from 'node:worker_threads';

type Row = Record<string, unknown>;

/** Runs long statements beside the event loop, on a connection that can only read. */
export interface QueryWorker {
  all(sql: string, values: readonly (string | number)[]): Promise<Row[]>;
  close(): Promise<void>;
}

interface Reply {
  readonly id: number;
  readonly rows?: Row[];
  readonly error?: string;
}

const IDLE_MS = 60_000;

/** The thread is started with the first question and leaves when there are none for a while. */
export function createQueryWorker(path: string): QueryWorker {
  const waiting = new Map<number, { resolve: (rows: Row[]) => void; reject: (error: Error) => void }>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  const start = (): Worker => {
    const started = new Worker(workerUrl(), { workerData: { path } });
    started.unref();
    started.on('message', ({ id, rows, error }: Reply) => {
      const entry = waiting.get(id);
      waiting.delete(id);
      if (rows) entry?.resolve(rows);
      else entry?.reject(new Error(error));
    });
    started.on('error', (error: Error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      worker = undefined;
    });
    return started;
  };
  const close = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };

  return {
    all: (sql, values) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        clearTimeout(idle);
        idle = setTimeout(() => void (waiting.size === 0 && close()), IDLE_MS).unref();
        waiting.set(++count, { resolve, reject });
        worker.postMessage({ id: count, sql, values });
      }),
    close,
  };
}

// From the source tree the thread is TypeScript; the library and the bundle have it as JavaScript beside them.
const workerUrl = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './query-thread.ts' : './query-thread.js', import.meta.url);
