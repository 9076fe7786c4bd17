import { createHash } from 'node:crypto';
import { ToolError } from '../../core/errors.ts';
import { packVector } from '../../core/knowledge/packed-vector.ts';
import type { KnowledgeDocument, Piece, Upserted } from '../../core/knowledge/vector-store.ts';
import type { Where } from '../../core/knowledge/where.ts';
import { identifierParts } from '../../core/knowledge/words.ts';
import { type CollectionRow, knownCollection, wordsTable } from './collections.ts';
import { reachSql } from './reach-sql.ts';
import { inTransaction, type KnowledgeState } from './state.ts';
import { whereSql } from './where-sql.ts';

type Given = ReadonlyMap<string, Float32Array>;

/** Somebody has just edited a file or handed over a document: their vectors come before those of a directory. */
const FEW = 3;
const URGENT = -1;

/** Writes and removes documents with their chunks, words and vectors. */
export const createDocuments = (state: KnowledgeState) => {
  const { db } = state;
  return {
    upsert: (name: string, documents: readonly KnowledgeDocument[], vectors: Given): Upserted =>
      inTransaction(state, () => {
        const collection = knownCollection(db, name);
        const write = createWriter(state, collection, vectors, { isUrgent: documents.length <= FEW });
        const counts = { added: 0, replaced: 0, unchanged: 0 };
        for (const document of documents) counts[write(document)]++;
        return counts;
      }),
    holds: (name: string, roots: readonly string[]): boolean => {
      const reach = reachSql(roots);
      const found = db
        .prepare(`SELECT 1 FROM document WHERE collection = ? AND ${reach.sql} LIMIT 1`)
        .get(knownCollection(db, name).id, ...reach.values);
      return found !== undefined;
    },
    remove: (
      name: string,
      which:
        | { readonly ids: readonly string[] }
        | { readonly where: Where; readonly roots: readonly string[] },
    ): number =>
      inTransaction(state, () => {
        const collection = knownCollection(db, name);
        const found =
          'ids' in which ? idsOf(state, collection, which.ids) : fitting(state, collection, which);
        for (const id of found) {
          forgetChunks(state, collection, id);
          db.prepare('DELETE FROM document WHERE id = ?').run(id);
        }
        return found.length;
      }),
  };
};

const idsOf = ({ db }: KnowledgeState, { id }: CollectionRow, names: readonly string[]): number[] =>
  db
    .prepare('SELECT id FROM document WHERE collection = ? AND name IN (SELECT value FROM json_each(?))')
    .all(id, JSON.stringify(names))
    .map((row) => Number(row.id));

function fitting(
  { db }: KnowledgeState,
  { id }: CollectionRow,
  { where, roots }: { readonly where: Where; readonly roots: readonly string[] },
): number[] {
  const [filter, reach] = [whereSql(where), reachSql(roots)];
  return db
    .prepare(`SELECT id FROM document WHERE collection = ? AND ${filter.sql} AND ${reach.sql}`)
    .all(id, ...filter.values, ...reach.values)
    .map((row) => Number(row.id));
}

function createWriter(
  state: KnowledgeState,
  collection: CollectionRow,
  vectors: Given,
  { isUrgent }: { isUrgent: boolean },
) {
  const { db } = state;
  const find = db.prepare('SELECT id, hash FROM document WHERE collection = ? AND name = ?');
  const insert = db.prepare(
    'INSERT INTO document (collection, name, path, kind, hash, metadata) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const update = db.prepare('UPDATE document SET path = ?, kind = ?, hash = ?, metadata = ? WHERE id = ?');
  const writePiece = createPieceWriter(
    state,
    collection,
    vectors,
    isUrgent ? () => URGENT : (place) => place,
  );
  return (document: KnowledgeDocument): keyof Upserted => {
    const { id: name, path = null, kind, pieces } = document;
    const metadata = JSON.stringify(document.metadata);
    const hash = hashOf(document, metadata);
    const known = find.get(collection.id, name);
    if (known?.hash === hash) return 'unchanged';
    if (known) {
      forgetChunks(state, collection, Number(known.id));
      update.run(path, kind, hash, metadata, Number(known.id));
    }
    const id = known?.id ?? insert.run(collection.id, name, path, kind, hash, metadata).lastInsertRowid;
    pieces.forEach((piece, place) => {
      writePiece(Number(id), piece, place);
    });
    return known ? 'replaced' : 'added';
  };
}

const hashOf = ({ path, kind, pieces }: KnowledgeDocument, metadata: string): string => {
  const hash = createHash('sha256').update(`${path}\0${kind}\0${metadata}`);
  for (const { key, title, text, startLine } of pieces)
    hash.update(`\0${key}\0${title}\0${startLine}\0${text}`);
  return hash.digest('base64url');
};

function createPieceWriter(
  state: KnowledgeState,
  collection: CollectionRow,
  vectors: Given,
  turnOf: (place: number) => number,
) {
  const { db, matrices } = state;
  const addPassage = db.prepare(
    'INSERT INTO passage (key, used_at) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET used_at = excluded.used_at RETURNING id',
  );
  const vectorOf = db.prepare('SELECT packed FROM vector WHERE passage = ?');
  const addVector = db.prepare('INSERT INTO vector (passage, packed) VALUES (?, ?)');
  const addPending = db.prepare(
    'INSERT OR IGNORE INTO pending (passage, embedder, place, text) VALUES (?, ?, ?, ?)',
  );
  const addChunk = db.prepare(
    `INSERT INTO chunk (document, place, start_line, end_line, title, definitions, text, passage)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addWords = db.prepare(
    `INSERT INTO ${wordsTable(collection.id)} (rowid, title, definitions, body, parts) VALUES (?, ?, ?, ?, ?)`,
  );
  const count = db.prepare('UPDATE collection SET chunks = chunks + 1, vectors = vectors + ? WHERE id = ?');
  const now = Date.now();
  return (document: number, piece: Piece, place: number): void => {
    const { title, text, startLine, endLine } = piece;
    const definitions = piece.definitions.join(' ');
    const passage = Number(addPassage.get(Buffer.from(piece.key, 'hex'), now)?.id);
    const { lastInsertRowid } = addChunk.run(
      document,
      place,
      startLine,
      endLine,
      title,
      definitions,
      text,
      passage,
    );
    const chunk = Number(lastInsertRowid);
    addWords.run(chunk, title, definitions, text, identifierParts(`${title} ${definitions} ${text}`));
    const given = vectors.get(piece.key);
    // Sound: the column is a BLOB.
    let packed = vectorOf.get(passage)?.packed as Uint8Array | undefined;
    if (!packed && given) {
      packed = packVector(given);
      addVector.run(passage, packed);
    }
    count.run(packed ? 1 : 0, collection.id);
    if (!packed) {
      addPending.run(passage, collection.embedder, turnOf(place), piece.passage);
      return;
    }
    checkWidth(state, collection.id, packed.length - 4);
    matrices.get(collection.id)?.add(chunk, document, packed);
  };
}

/** All vectors of a collection are of one size; the first decides. */
export function checkWidth({ db }: KnowledgeState, collection: number, width: number): void {
  const row = db.prepare('SELECT name, width FROM collection WHERE id = ?').get(collection);
  if (row?.width === null) db.prepare('UPDATE collection SET width = ? WHERE id = ?').run(width, collection);
  else if (row?.width !== width)
    throw new ToolError(
      'VALIDATION',
      `The collection "${row?.name}" has vectors of ${row?.width} places, and one of ${width} was given`,
      { hint: 'Leave out embedding, or index into another collection.' },
    );
}

function forgetChunks({ db, matrices }: KnowledgeState, collection: CollectionRow, document: number): void {
  const now = Date.now();
  const removeWords = db.prepare(`DELETE FROM ${wordsTable(collection.id)} WHERE rowid = ?`);
  const removePending = db.prepare(
    'DELETE FROM pending WHERE passage = ? AND NOT EXISTS (SELECT 1 FROM chunk WHERE passage = ?)',
  );
  const removeChunk = db.prepare('DELETE FROM chunk WHERE id = ?');
  const hasVector = db.prepare('SELECT 1 FROM vector WHERE passage = ?');
  const count = db.prepare('UPDATE collection SET chunks = chunks - 1, vectors = vectors - ? WHERE id = ?');
  const touch = db.prepare('UPDATE passage SET used_at = ? WHERE id = ?');
  for (const row of db.prepare('SELECT id, passage FROM chunk WHERE document = ?').all(document)) {
    const [chunk, passage] = [Number(row.id), Number(row.passage)];
    removeWords.run(chunk);
    removeChunk.run(chunk);
    removePending.run(passage, passage);
    touch.run(now, passage);
    count.run(hasVector.get(passage) ? 1 : 0, collection.id);
    matrices.get(collection.id)?.remove(chunk);
  }
}
