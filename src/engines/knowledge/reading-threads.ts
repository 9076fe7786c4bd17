import type { ReadingQuestion } from './reading-thread.ts';
import { createThread, type Thread } from './worker.ts';

type Reading = Thread<ReadingQuestion, unknown>;

/** Several threads that read files, so that one source with files that take long does not hold up the others. */
export interface ReadingThreads {
  /** For the files of one source, or the documents of one directory. */
  of(source: string): Pick<Reading, 'ask'>;
  close(): Promise<void>;
}

const MOST_THREADS = 3;
/** The largest books take a second or two. */
const LONGEST_MS = 8_000;

export function createReadingThreads(assets: string): ReadingThreads {
  const threads = Array.from({ length: MOST_THREADS }, () => ({
    thread: createThread<ReadingQuestion, unknown>('reading-thread', assets, { longestMs: LONGEST_MS }),
    // Each with the number of its questions that wait here.
    sources: new Map<string, number>(),
  }));

  const ask = async (source: string, question: ReadingQuestion): Promise<unknown> => {
    const [first] = threads.toSorted((a, b) => a.sources.size - b.sources.size);
    const own = threads.find(({ sources }) => sources.has(source)) ?? first;
    if (!own) throw new Error('There are no threads');
    const { thread, sources } = own;
    sources.set(source, (sources.get(source) ?? 0) + 1);
    try {
      return await thread.ask(question);
    } finally {
      const left = (sources.get(source) ?? 1) - 1;
      if (left > 0) sources.set(source, left);
      else sources.delete(source);
    }
  };

  return {
    of: (source) => ({ ask: (question) => ask(source, question) }),
    close: async () => {
      await Promise.all(threads.map(({ thread }) => thread.close()));
    },
  };
}
