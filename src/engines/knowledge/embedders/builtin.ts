import { availableParallelism } from 'node:os';
import type { Embedder } from '../../../core/knowledge/embedder.ts';
import { inThread } from '../sides.ts';
import { createWorker } from '../worker.ts';

const BUILTIN_ID = 'builtin:all-MiniLM-L6-v2:u8:1';

interface Job {
  readonly text: string;
  readonly isQuery: boolean;
  readonly signal: AbortSignal;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (reason: unknown) => void;
}

const MOST_THREADS = 4;

/** all-MiniLM-L6-v2 in threads of this process. Queries go first: somebody waits for them. */
export function createBuiltinEmbedder(assets: string): Embedder {
  // Half of the cores: the machine is there for other work.
  const count = Math.max(1, Math.min(MOST_THREADS, Math.floor(availableParallelism() / 2)));
  const threads = Array.from({ length: count }, () => ({
    thread: createWorker<string, Float32Array>(inThread('encoder-thread', assets)),
    isBusy: false,
  }));
  // For queries that find all others at work on a passage, which takes as long as thirty queries.
  const reserve = createWorker<string, Float32Array>(inThread('encoder-thread', assets));
  const jobs: Job[] = [];

  const next = (): void => {
    const free = threads.find(({ isBusy }) => !isBusy);
    const query = jobs.findIndex(({ isQuery }) => isQuery);
    const [job] = free ? jobs.splice(Math.max(0, query), 1) : [];
    if (!free || !job) return;
    if (job.signal.aborted) {
      job.reject(job.signal.reason);
      next();
      return;
    }
    free.isBusy = true;
    free.thread
      .ask(job.text)
      .then(job.resolve, job.reject)
      .finally(() => {
        free.isBusy = false;
        next();
      });
    next();
  };

  /** The first thread that is free answers: the reserve may still have to be started. */
  const hurry = (job: Job): void => {
    const withdraw = (): void => void (jobs.includes(job) && jobs.splice(jobs.indexOf(job), 1));
    reserve.ask(job.text).then(
      (vector) => {
        withdraw();
        job.resolve(vector);
      },
      // The others still have it.
      () => {},
    );
  };

  return {
    id: BUILTIN_ID,
    width: 384,
    batch: 16,
    embed: (texts, kind, signal) =>
      Promise.all(
        texts.map(
          (text) =>
            new Promise<Float32Array>((resolve, reject) => {
              const job = { text, isQuery: kind === 'query', signal, resolve, reject };
              jobs.push(job);
              next();
              if (job.isQuery && jobs.includes(job)) hurry(job);
            }),
        ),
      ),
    close: async () => {
      await Promise.all([reserve, ...threads.map(({ thread }) => thread)].map((thread) => thread.close()));
    },
  };
}
