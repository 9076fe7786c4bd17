import type { FileRecord, NewSource, SourceRecord } from '../../core/knowledge/source-records.ts';
import { inTransaction, type KnowledgeState } from './state.ts';

type Data = Record<string, unknown>;

/** Which paths were added to which collection, and what their files were when they were read. */
export const createSources = (state: KnowledgeState) => {
  const { db } = state;
  return {
    addSource: ({ store, collection, path, includeIgnored, metadata }: NewSource): SourceRecord =>
      inTransaction(state, () =>
        recordOf(
          db
            .prepare(
              `INSERT INTO source (store, collection, path, include_ignored, metadata) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (store, collection, path) DO UPDATE
               SET include_ignored = excluded.include_ignored, metadata = excluded.metadata RETURNING *`,
            )
            .get(store, collection, path, includeIgnored ? 1 : 0, JSON.stringify(metadata)) ?? {},
        ),
      ),
    sources: (store: string): SourceRecord[] =>
      db.prepare('SELECT * FROM source WHERE store = ? ORDER BY path').all(store).map(recordOf),
    removeSources: (ids: readonly number[]): void =>
      inTransaction(state, () => {
        const list = JSON.stringify(ids);
        db.prepare('DELETE FROM file WHERE source IN (SELECT value FROM json_each(?))').run(list);
        db.prepare('DELETE FROM source WHERE id IN (SELECT value FROM json_each(?))').run(list);
      }),
    files: (source: number): FileRecord[] =>
      db
        .prepare('SELECT path, mtime, size, hash, skipped, reason FROM file WHERE source = ?')
        .all(source)
        .map((row) => ({
          path: String(row.path),
          mtimeMs: Number(row.mtime),
          size: Number(row.size),
          hash: String(row.hash),
          ...(row.skipped !== null && { skipped: String(row.skipped) }),
          ...(row.reason !== null && { reason: String(row.reason) }),
        })),
    putFiles: (source: number, files: readonly FileRecord[]): void =>
      inTransaction(state, () => {
        const put = db.prepare(
          'INSERT OR REPLACE INTO file (source, path, mtime, size, hash, skipped, reason) VALUES (?, ?, ?, ?, ?, ?, ?)',
        );
        for (const { path, mtimeMs, size, hash, skipped = null, reason = null } of files)
          put.run(source, path, mtimeMs, size, hash, skipped, reason);
      }),
    forgetFiles: (source: number, paths: readonly string[]): void =>
      inTransaction(state, () => {
        db.prepare('DELETE FROM file WHERE source = ? AND path IN (SELECT value FROM json_each(?))').run(
          source,
          JSON.stringify(paths),
        );
      }),
    scanned: (source: number, report: Readonly<Data>): void =>
      inTransaction(state, () => {
        db.prepare('UPDATE source SET scanned_at = ?, report = ? WHERE id = ?').run(
          new Date().toISOString(),
          JSON.stringify(report),
          source,
        );
      }),
  };
};

const recordOf = (row: Record<string, unknown>): SourceRecord => ({
  id: Number(row.id),
  collection: String(row.collection),
  path: String(row.path),
  includeIgnored: row.include_ignored === 1,
  metadata: JSON.parse(String(row.metadata)),
  scannedAt: row.scanned_at === null ? undefined : String(row.scanned_at),
  report: row.report === null ? undefined : JSON.parse(String(row.report)),
});
