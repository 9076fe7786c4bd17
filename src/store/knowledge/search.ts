import { packedWidth } from '../../core/knowledge/packed-vector.ts';
import type { Candidate, Candidates, SearchRequest } from '../../core/knowledge/vector-store.ts';
import { type CollectionRow, knownCollection, wordsTable } from './collections.ts';
import { createMatrix, type Matrix, type Scanned } from './matrix.ts';
import { reachSql } from './reach-sql.ts';
import type { KnowledgeState } from './state.ts';
import { whereSql } from './where-sql.ts';

/** Collections below this are ranked whole. */
const LARGE = 20_000;
const MOST_RANKED = 12_000;
// Of title, definitions, body and parts of identifiers.
const WEIGHTS = '2.0, 2.0, 1.0, 0.5';

/** The best by words and the best by vector, each with both scores. */
export const createSearch = (state: KnowledgeState) => ({
  search: (name: string, request: SearchRequest): Candidates => {
    const collection = knownCollection(state.db, name);
    const { chunks, vectors } = collection;
    const isRestricted = restrict(state, collection, request);
    const lexical = byWords(state, collection, request, isRestricted);
    const scanned = request.vector && vectors > 0 ? scan(state, collection, request.vector) : undefined;
    const allowed = scanned && isRestricted ? allowedDocuments(state) : undefined;
    const dense = scanned?.best(request.limit, allowed && ((document) => allowed.has(document))) ?? [];
    const ids = [...new Set([...lexical.keys(), ...dense.map(({ chunk }) => chunk)])];
    return { found: read(state, ids, lexical, scanned), chunks, vectors };
  },
});

/** Fills the table of allowed documents; false where every document is. */
function restrict(state: KnowledgeState, { id }: CollectionRow, { where, roots }: SearchRequest): boolean {
  const { db, seen } = state;
  const reach = reachSql(roots);
  const key = JSON.stringify([id, roots]);
  const seesAll =
    seen.get(key) ??
    db
      .prepare(`SELECT 1 FROM document WHERE collection = ? AND NOT ${reach.sql} LIMIT 1`)
      .get(id, ...reach.values) === undefined;
  seen.set(key, seesAll);
  if (seesAll && !where) return false;
  const filter = where ? whereSql(where) : { sql: '1', values: [] };
  db.exec('CREATE TEMP TABLE IF NOT EXISTS allowed (document INTEGER PRIMARY KEY); DELETE FROM allowed');
  db.prepare(
    `INSERT INTO allowed SELECT id FROM document WHERE collection = ? AND ${filter.sql} AND ${reach.sql}`,
  ).run(id, ...filter.values, ...reach.values);
  return true;
}

const allowedDocuments = ({ db }: KnowledgeState): Set<number> =>
  new Set(
    db
      .prepare('SELECT document FROM allowed')
      .all()
      .map(({ document }) => Number(document)),
  );

function byWords(
  state: KnowledgeState,
  { id, chunks }: CollectionRow,
  { words, limit }: SearchRequest,
  isRestricted: boolean,
): Map<number, number> {
  if (words.length === 0) return new Map();
  const table = wordsTable(id);
  const terms = words.map((word) => `"${word.replaceAll('"', '')}"`);
  const match = (chunks > LARGE ? telling(state, table, terms) : terms).join(' OR ');
  const restriction = isRestricted
    ? `AND (SELECT document FROM chunk WHERE chunk.id = ${table}.rowid) IN (SELECT document FROM allowed)`
    : '';
  const rows = state.db
    .prepare(
      `SELECT rowid AS chunk, bm25(${table}, ${WEIGHTS}) AS score FROM ${table}
       WHERE ${table} MATCH ? ${restriction} ORDER BY score LIMIT ?`,
    )
    .all(match, limit);
  // SQLite's are negative, the lower the better.
  return new Map(rows.map(({ chunk, score }) => [Number(chunk), -Number(score)]));
}

/** Where words are in many chunks, ranking them all takes long, and it is the rare ones that tell them apart. */
function telling({ db, frequencies }: KnowledgeState, table: string, terms: readonly string[]): string[] {
  const count = db.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${table} MATCH ?`);
  const known = terms
    .map((term) => {
      const key = `${table} ${term}`;
      const found = frequencies.get(key) ?? Number(count.get(term)?.n);
      frequencies.set(key, found);
      return { term, found };
    })
    .filter(({ found }) => found > 0)
    .sort((a, b) => a.found - b.found);
  let ranked = 0;
  const chosen = known.filter(({ found }, place) => {
    ranked += found;
    return place === 0 || ranked <= MOST_RANKED;
  });
  return chosen.length > 0 ? chosen.map(({ term }) => term) : [...terms];
}

function scan(state: KnowledgeState, collection: CollectionRow, vector: Float32Array): Scanned | undefined {
  const matrix = state.matrices.get(collection.id) ?? load(state, collection);
  // A query of another size has an embedder of its own; who asks has checked that.
  return packedWidth(vector.length) === matrix.width ? matrix.scan(vector) : undefined;
}

function load({ db, matrices, scan: module }: KnowledgeState, { id, width }: CollectionRow): Matrix {
  const matrix = createMatrix(module, width ?? 16);
  const rows = db
    .prepare(
      `SELECT chunk.id, chunk.document, packed FROM document JOIN chunk ON chunk.document = document.id
       JOIN vector ON vector.passage = chunk.passage WHERE collection = ?`,
    )
    .iterate(id);
  // Sound: the column is a BLOB.
  for (const row of rows) matrix.add(Number(row.id), Number(row.document), row.packed as Uint8Array);
  matrices.set(id, matrix);
  return matrix;
}

function read(
  { db }: KnowledgeState,
  ids: readonly number[],
  lexical: ReadonlyMap<number, number>,
  scanned: Scanned | undefined,
): Candidate[] {
  const rows = db
    .prepare(
      `SELECT chunk.id AS chunk, name, path, kind, metadata, place, title, definitions, text, start_line, end_line
       FROM chunk JOIN document ON document.id = chunk.document WHERE chunk.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids));
  return rows.map((row) => ({
    id: String(row.name),
    path: row.path === null ? undefined : String(row.path),
    kind: row.kind === 'code' ? 'code' : 'prose',
    metadata: JSON.parse(String(row.metadata)),
    place: Number(row.place),
    title: String(row.title),
    definitions: String(row.definitions).split(' '),
    text: String(row.text),
    startLine: Number(row.start_line),
    endLine: Number(row.end_line),
    lexical: lexical.get(Number(row.chunk)) ?? 0,
    dense: scanned?.scoreOf(Number(row.chunk)),
  }));
}
