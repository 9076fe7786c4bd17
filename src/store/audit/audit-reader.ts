import type { AuditFound, AuditQuery, AuditReader } from '../../core/call/audit-query.ts';
import { createThread } from '../thread.ts';

export interface ThreadedReader extends AuditReader {
  close(): Promise<void>;
}

/** Looks things up in a thread, since a history has no upper size. `settle` writes the rows that wait. */
export function createAuditReader(path: string, settle: () => void): ThreadedReader {
  const thread = createThread<AuditQuery, AuditFound[]>('query-thread', path);
  return {
    query: (query) => {
      settle();
      return thread.ask(query);
    },
    close: thread.close,
  };
}
