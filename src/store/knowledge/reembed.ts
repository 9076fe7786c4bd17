import { createHash } from 'node:crypto';
import { knownCollection } from './collections.ts';
import { inTransaction, type KnowledgeState } from './state.ts';

/** Gives a collection to another embedder: its documents stay, and wait for new vectors. */
export const createReembed = (state: KnowledgeState) => ({
  reembed: (name: string, embedder: string): void =>
    inTransaction(state, () => {
      const { db, matrices } = state;
      const { id } = knownCollection(db, name);
      matrices.delete(id);
      const addPassage = db.prepare(
        'INSERT INTO passage (key, used_at) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET used_at = excluded.used_at RETURNING id',
      );
      const hasVector = db.prepare('SELECT 1 FROM vector WHERE passage = ?');
      const addPending = db.prepare(
        'INSERT OR IGNORE INTO pending (passage, embedder, place, text) VALUES (?, ?, ?, ?)',
      );
      const move = db.prepare('UPDATE chunk SET passage = ? WHERE id = ?');
      const chunks = db
        .prepare(
          `SELECT chunk.id, place, title, definitions, text FROM document JOIN chunk ON chunk.document = document.id
           WHERE collection = ?`,
        )
        .all(id);
      let vectors = 0;
      for (const row of chunks) {
        const text = [row.title, row.text].filter((part) => part !== '').join('\n');
        const key = createHash('sha256').update(`${embedder}\0${text}`).digest().subarray(0, 16);
        const passage = Number(addPassage.get(key, Date.now())?.id);
        move.run(passage, Number(row.id));
        if (hasVector.get(passage)) vectors++;
        else addPending.run(passage, embedder, Number(row.place), text);
      }
      db.exec(
        'DELETE FROM pending WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.passage = pending.passage)',
      );
      db.prepare('UPDATE collection SET embedder = ?, width = NULL, vectors = ? WHERE id = ?').run(
        embedder,
        vectors,
        id,
      );
    }),
});
