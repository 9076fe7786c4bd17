import type { ReadingQuestion } from './reading-process.ts';
import { inProcess } from './sides.ts';
import { createWorker, type Worker } from './worker.ts';

type Reading = Worker<ReadingQuestion, unknown>;

/** Several processes that read files, so that one source with files that take long does not hold up the others. */
export interface ReadingProcesses {
  /** For the files of one source, or the documents of one directory. */
  of(source: string): Pick<Reading, 'ask'>;
  close(): Promise<void>;
}

const MOST_PROCESSES = 3;
/** The largest books take a second or two. */
const LONGEST_MS = 8_000;

export function createReadingProcesses(installation: string | undefined): ReadingProcesses {
  const processes = Array.from({ length: MOST_PROCESSES }, () => ({
    worker: createWorker<ReadingQuestion, unknown>(inProcess('reading-process', installation), {
      longestMs: LONGEST_MS,
    }),
    // Each with the number of its questions that wait here.
    sources: new Map<string, number>(),
  }));

  const ask = async (source: string, question: ReadingQuestion): Promise<unknown> => {
    const [first] = processes.toSorted((a, b) => a.sources.size - b.sources.size);
    const own = processes.find(({ sources }) => sources.has(source)) ?? first;
    if (!own) throw new Error('There are no processes');
    const { worker, sources } = own;
    sources.set(source, (sources.get(source) ?? 0) + 1);
    try {
      return await worker.ask(question);
    } finally {
      const left = (sources.get(source) ?? 1) - 1;
      if (left > 0) sources.set(source, left);
      else sources.delete(source);
    }
  };

  return {
    of: (source) => ({ ask: (question) => ask(source, question) }),
    close: async () => {
      await Promise.all(processes.map(({ worker }) => worker.close()));
    },
  };
}
