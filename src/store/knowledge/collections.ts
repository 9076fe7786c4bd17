import type { DatabaseSync } from 'node:sqlite';
import type { CollectionFacts } from '../../core/knowledge/vector-store.ts';
import { inTransaction, type KnowledgeState } from './state.ts';

export interface CollectionRow {
  readonly id: number;
  readonly name: string;
  readonly embedder: string;
  readonly width: number | null;
  readonly chunks: number;
  readonly vectors: number;
}

function findCollection(db: DatabaseSync, name: string): CollectionRow | undefined {
  // Sound: the columns are those of the table.
  return db.prepare('SELECT * FROM collection WHERE name = ?').get(name) as CollectionRow | undefined;
}

/** One that must be there: the caller has looked before. */
export function knownCollection(db: DatabaseSync, name: string): CollectionRow {
  const row = findCollection(db, name);
  if (!row) throw new Error(`No collection "${name}"`);
  return row;
}

/** The table of words of a collection; one for each, so that rare words are rare among its own documents. */
export const wordsTable = (id: number): string => `words_${id}`;

export const createCollections = (state: KnowledgeState) => {
  const { db } = state;
  const factsOf = ({ id, name, embedder, width, chunks, vectors }: CollectionRow): CollectionFacts => ({
    name,
    embedder,
    width: width ?? undefined,
    documents: Number(db.prepare('SELECT count(*) AS n FROM document WHERE collection = ?').get(id)?.n),
    chunks,
    vectors,
  });
  const collection = (name: string): CollectionFacts | undefined => {
    const row = findCollection(db, name);
    return row && factsOf(row);
  };
  return {
    // Sound: the columns are those of the table.
    collections: (): CollectionFacts[] =>
      (db.prepare('SELECT * FROM collection ORDER BY name').all() as unknown as CollectionRow[]).map(factsOf),
    collection,
    create: (name: string, embedder: string): CollectionFacts => {
      const known = collection(name);
      if (known) return known;
      return inTransaction(state, () => {
        const { lastInsertRowid } = db
          .prepare('INSERT INTO collection (name, embedder, created_at) VALUES (?, ?, ?)')
          .run(name, embedder, new Date().toISOString());
        db.exec(
          `CREATE VIRTUAL TABLE ${wordsTable(Number(lastInsertRowid))} USING fts5(
             title, definitions, body, parts, content = '', contentless_delete = 1, tokenize = 'porter unicode61')`,
        );
        return { name, embedder, width: undefined, documents: 0, chunks: 0, vectors: 0 };
      });
    },
    drop: (name: string): boolean => {
      const row = findCollection(db, name);
      if (!row) return false;
      return inTransaction(state, () => {
        state.matrices.delete(row.id);
        db.exec(`DROP TABLE ${wordsTable(row.id)}`);
        const now = Date.now();
        db.prepare(
          `UPDATE passage SET used_at = ? WHERE id IN (SELECT passage FROM chunk WHERE document IN
             (SELECT id FROM document WHERE collection = ?))`,
        ).run(now, row.id);
        db.prepare(`DELETE FROM chunk WHERE document IN (SELECT id FROM document WHERE collection = ?)`).run(
          row.id,
        );
        db.prepare('DELETE FROM document WHERE collection = ?').run(row.id);
        db.exec(
          'DELETE FROM pending WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.passage = pending.passage)',
        );
        db.prepare('DELETE FROM collection WHERE id = ?').run(row.id);
        return true;
      });
    },
  };
};
