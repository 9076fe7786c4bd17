import type { AuditFound, AuditQuery } from '../../core/call/audit-query.ts';
import { ToolError } from '../../core/errors.ts';
import { type Asker, createLine } from '../../core/timing/slots.ts';
import { createThread, type Thread } from '../thread.ts';

export interface ThreadedReader {
  /** Without an asker it is for a person. */
  query(query: AuditQuery, asker?: Asker): Promise<AuditFound[]>;
  close(): Promise<void>;
}

/** One agent has one of them at a time, so a long look-up of one keeps no other waiting. */
const MOST_THREADS = 2;

const PERSON: Asker = { session: 'person', signal: new AbortController().signal };

/** Looks things up in threads, since a history has no upper size. `settle` writes the rows that wait. */
export function createAuditReader(path: string, settle: () => void): ThreadedReader {
  const threads = Array.from({ length: MOST_THREADS }, () =>
    createThread<AuditQuery, AuditFound[]>('query-thread', path),
  );
  const free = [...threads];
  const inLine = createLine(1, MOST_THREADS);
  return {
    query: (query, asker = PERSON) =>
      inLine(asker, async () => {
        const thread = free.pop();
        if (!thread) throw new Error('There are more places than threads');
        try {
          settle();
          return await answerOf(thread, query, asker.signal);
        } finally {
          free.push(thread);
        }
      }),
    close: async () => {
      await Promise.all(threads.map(({ close }) => close()));
    },
  };
}

/** What nobody waits for ends with its thread; until that is gone, it keeps its place. */
async function answerOf(
  thread: Thread<AuditQuery, AuditFound[]>,
  query: AuditQuery,
  signal: AbortSignal,
): Promise<AuditFound[]> {
  const { promise, resolve, reject } = Promise.withResolvers<AuditFound[]>();
  const giveUp = (): void => {
    thread.close().then(() => reject(new ToolError('CANCELLED', 'The look-up was cancelled')), reject);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  thread.ask(query).then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', giveUp));
}
