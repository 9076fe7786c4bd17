import { packVector, unpackVector } from '../../core/knowledge/packed-vector.ts';
import type { PendingPassage } from '../../core/knowledge/source-records.ts';
import { checkWidth } from './documents.ts';
import { inTransaction, type KnowledgeState } from './state.ts';

/** Vectors by the hash of their text: what was embedded once is never embedded again, whatever moves. */
export const createPassages = (state: KnowledgeState) => {
  const { db, matrices } = state;
  return {
    /** First parts of documents first, and of these the newest: what is asked about first. */
    pending: (embedder: string, limit: number): PendingPassage[] =>
      db
        .prepare(
          `SELECT hex(key) AS key, text FROM pending JOIN passage ON passage.id = pending.passage
           WHERE embedder = ? ORDER BY place, pending.passage DESC LIMIT ?`,
        )
        .all(embedder, limit)
        .map(({ key, text }) => ({ key: String(key).toLowerCase(), text: String(text) })),
    pendingCount: (embedder: string): number =>
      Number(db.prepare('SELECT count(*) AS n FROM pending WHERE embedder = ?').get(embedder)?.n),
    cached: (keys: readonly string[], width: number): Map<string, Float32Array> => {
      const find = db.prepare(
        'SELECT packed FROM vector WHERE passage = (SELECT id FROM passage WHERE key = ?)',
      );
      return new Map(
        keys.flatMap((key): [string, Float32Array][] => {
          // Sound: the column is a BLOB.
          const packed = find.get(Buffer.from(key, 'hex'))?.packed as Uint8Array | undefined;
          return packed ? [[key, unpackVector(packed, width)]] : [];
        }),
      );
    },
    /** Those whose passages nobody has any more are kept too: a branch may bring them back. */
    putVectors: (vectors: ReadonlyMap<string, Float32Array>): void =>
      inTransaction(state, () => {
        const passageOf = db.prepare(
          'INSERT INTO passage (key, used_at) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET used_at = excluded.used_at RETURNING id',
        );
        const add = db.prepare('INSERT OR IGNORE INTO vector (passage, packed) VALUES (?, ?)');
        const done = db.prepare('DELETE FROM pending WHERE passage = ?');
        const chunksOf = db.prepare(
          `SELECT chunk.id, document, collection FROM chunk JOIN document ON document.id = chunk.document
           WHERE passage = ?`,
        );
        const count = db.prepare('UPDATE collection SET vectors = vectors + 1 WHERE id = ?');
        for (const [key, vector] of vectors) {
          const packed = packVector(vector);
          const passage = Number(passageOf.get(Buffer.from(key, 'hex'), Date.now())?.id);
          if (add.run(passage, packed).changes === 0) continue;
          done.run(passage);
          for (const row of chunksOf.all(passage)) {
            const collection = Number(row.collection);
            checkWidth(state, collection, packed.length - 4);
            count.run(collection);
            matrices.get(collection)?.add(Number(row.id), Number(row.document), packed);
          }
        }
      }),
  };
};
