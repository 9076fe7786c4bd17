import { createThread } from './thread.ts';

type Row = Record<string, unknown>;

/** Runs long statements beside the event loop, on a connection that can only read. */
export interface QueryWorker {
  all(sql: string, values: readonly (string | number)[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** What the thread is asked. */
export interface Query {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

export function createQueryWorker(path: string): QueryWorker {
  const thread = createThread<Query, Row[]>('query-thread', path);
  return { all: (sql, values) => thread.ask({ sql, values }), close: thread.close };
}
