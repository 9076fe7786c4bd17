import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

// The other side of query-worker.ts.
const { path } = workerData as { path: string };
const db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });

parentPort?.on('message', ({ id, sql, values }: { id: number; sql: string; values: SQLInputValue[] }) => {
  try {
    parentPort?.postMessage({ id, rows: db.prepare(sql).all(...values) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
