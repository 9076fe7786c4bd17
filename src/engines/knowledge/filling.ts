import type { Embedder } from '../../core/knowledge/embedder.ts';
import type { KnowledgeRecords } from '../../core/knowledge/source-records.ts';
import type { Log } from '../../core/log.ts';

/** Gives texts their vectors behind everybody's back, a few at a time; what was done is kept at once. */
export interface Filling {
  /** There is something to do, or there may be. */
  start(): void;
  /** Settles when nothing waits any more, or with the time. */
  wait(limitMs: number, signal: AbortSignal): Promise<void>;
  readonly isRunning: boolean;
  /** Why it stopped before its end, if it did. */
  readonly failure: string | undefined;
  close(): Promise<void>;
}

export function createFilling(records: KnowledgeRecords, embedder: Embedder, log: Log): Filling {
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  let isWanted = false;
  let failure: string | undefined;

  const fill = async (): Promise<void> => {
    for (isWanted = true; isWanted && !stop.signal.aborted; ) {
      isWanted = false;
      for (;;) {
        const batch = await records.pending(embedder.id, embedder.batch);
        if (batch.length === 0 || stop.signal.aborted) break;
        const texts = batch.map(({ text }) => text);
        const vectors = await embedder.embed(texts, 'passage', stop.signal);
        await records.putVectors(
          new Map(batch.map(({ key }, at) => [key, vectors[at] ?? new Float32Array(0)])),
        );
      }
    }
    failure = undefined;
  };
  const run = (): Promise<void> =>
    fill()
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        failure = error instanceof Error ? error.message : String(error);
        log.warn('vectors could not be made; words are searched meanwhile', { error, embedder: embedder.id });
      })
      .finally(() => {
        running = undefined;
      });

  return {
    start: () => {
      isWanted = true;
      running ??= run();
    },
    wait: async (limitMs, signal) => {
      if (!running) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, limitMs).unref();
      signal.addEventListener('abort', () => resolve(), { once: true });
      await Promise.race([running, promise]);
      clearTimeout(timer);
    },
    get isRunning() {
      return running !== undefined;
    },
    get failure() {
      return failure;
    },
    close: async () => {
      stop.abort();
      await running;
    },
  };
}
