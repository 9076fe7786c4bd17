import postgres, { type Sql, type TransactionSql } from 'postgres';
import { ToolError } from '../../../core/errors.ts';
import type {
  Candidate,
  CollectionFacts,
  KnowledgeDocument,
  SearchRequest,
  VectorStore,
} from '../../../core/knowledge/vector-store.ts';
import { once } from '../../../core/timing/once.ts';
import { POSTGRES_SCHEMA } from './postgres-schema.ts';
import { type Bind, postgresWhere } from './postgres-where.ts';

interface PostgresPlace {
  /** postgres://user:password@host/database */
  readonly url: string;
  readonly timeoutMs: number;
}

type Row = Record<string, unknown>;

/** Postgres with pgvector: words by its own search, vectors compared one by one. Every call is one transaction. */
export function createPostgresStore({ url, timeoutMs }: PostgresPlace): VectorStore {
  const connect = once(async (): Promise<Sql> => {
    const sql = postgres(url, {
      max: 4,
      connect_timeout: Math.ceil(timeoutMs / 1000),
      idle_timeout: 60,
      // Statements differ with every filter; prepared ones would pile up on the server.
      prepare: false,
      onnotice: () => {},
      connection: { statement_timeout: timeoutMs },
    });
    for (const statement of POSTGRES_SCHEMA) await sql.unsafe(statement);
    return sql;
  });
  const within = async <T>(signal: AbortSignal, act: (sql: TransactionSql) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    try {
      const sql = await connect();
      // Sound: `begin` answers with what the function answers.
      return (await sql.begin(act)) as T;
    } catch (error) {
      signal.throwIfAborted();
      throw inWords(error, url);
    }
  };
  return {
    name: 'postgres',
    needsVectors: true,
    reembed: undefined,
    collections: (signal) =>
      within(signal, async (sql) => (await sql.unsafe(`${FACTS} ORDER BY name`)).map(factsOf)),
    collection: (name, signal) =>
      within(signal, async (sql) => {
        const [row] = await sql.unsafe(`${FACTS} WHERE name = $1`, [name]);
        return row && factsOf(row);
      }),
    create: (name, embedder, signal) =>
      within(signal, async (sql) => {
        await sql`INSERT INTO toolgate.collection (name, embedder) VALUES (${name}, ${embedder}) ON CONFLICT DO NOTHING`;
        const [row] = await sql.unsafe(`${FACTS} WHERE name = $1`, [name]);
        return factsOf(row ?? { name, embedder });
      }),
    drop: (name, signal) => within(signal, (sql) => drop(sql, name)),
    upsert: (name, documents, vectors, signal) =>
      within(signal, async (sql) => {
        const known = await sql`SELECT id FROM toolgate.document
          WHERE collection = ${name} AND id = ANY(${documents.map(({ id }) => id)})`;
        for (const document of documents) await writeDocument(sql, name, document, vectors);
        return { added: documents.length - known.length, replaced: known.length, unchanged: 0 };
      }),
    remove: (name, which, signal) =>
      within(signal, async (sql) => {
        const { bind, values } = binder(name);
        const chosen =
          'ids' in which
            ? `id = ANY(${bind(which.ids)})`
            : `${postgresWhere(which.where, bind)} AND ${visible(which.roots, bind)}`;
        return (await sql.unsafe(`DELETE FROM toolgate.document WHERE collection = $1 AND ${chosen}`, values))
          .count;
      }),
    holds: (name, roots, signal) => within(signal, (sql) => holds(sql, name, roots)),
    search: (name, request, signal) =>
      within(signal, async (sql) => {
        const [facts] = await sql.unsafe(`${FACTS} WHERE name = $1`, [name]);
        const chunks = Number(facts?.chunks ?? 0);
        return { found: chunks === 0 ? [] : await candidates(sql, name, request), chunks, vectors: chunks };
      }),
    close: async () => {
      await (await connect.made?.catch(() => undefined))?.end({ timeout: 1 });
    },
  };
}

const FACTS = `SELECT name, embedder, width,
  (SELECT count(*) FROM toolgate.document WHERE collection = name) AS documents,
  (SELECT count(*) FROM toolgate.chunk WHERE collection = name) AS chunks FROM toolgate.collection`;

const factsOf = (row: Row): CollectionFacts => ({
  name: String(row.name),
  embedder: String(row.embedder),
  width: row.width === null || row.width === undefined ? undefined : Number(row.width),
  documents: Number(row.documents ?? 0),
  chunks: Number(row.chunks ?? 0),
  vectors: Number(row.chunks ?? 0),
});

async function writeDocument(
  sql: TransactionSql,
  collection: string,
  { id, path, kind, metadata, pieces }: KnowledgeDocument,
  vectors: ReadonlyMap<string, Float32Array>,
): Promise<void> {
  await sql`DELETE FROM toolgate.document WHERE collection = ${collection} AND id = ${id}`;
  await sql`INSERT INTO toolgate.document (collection, id, path, kind, metadata)
    VALUES (${collection}, ${id}, ${path ?? null}, ${kind}, ${JSON.stringify(metadata)}::text::jsonb)`;
  for (const [place, piece] of pieces.entries()) {
    const vector = vectors.get(piece.key) ?? new Float32Array(0);
    await checkWidth(sql, collection, vector.length);
    await sql`INSERT INTO toolgate.chunk
        (collection, document, place, start_line, end_line, title, definitions, content, embedding)
      VALUES (${collection}, ${id}, ${place}, ${piece.startLine}, ${piece.endLine}, ${piece.title},
        ${piece.definitions.join(' ')}, ${piece.text.replaceAll('\0', '')}, ${`[${vector.join(',')}]`}::text::vector)`;
  }
}

async function checkWidth(sql: TransactionSql, collection: string, width: number): Promise<void> {
  const [row] = await sql`UPDATE toolgate.collection SET width = coalesce(width, ${width})
    WHERE name = ${collection} RETURNING width`;
  if (row?.width === width) return;
  throw new ToolError(
    'VALIDATION',
    `The collection "${collection}" has vectors of ${row?.width} places, and one of ${width} was given`,
    { hint: 'Leave out embedding, or index into another collection.' },
  );
}

/** The first value is the collection; others are added as they are needed. */
function binder(collection: string) {
  const values: (string | number | readonly string[])[] = [collection];
  const bind: Bind = (value) => `$${values.push(value as string)}`;
  return { bind, values: values as string[] };
}

const visible = (roots: readonly string[], bind: Bind): string =>
  `(path IS NULL${roots
    .map((root) => {
      const folder = root.endsWith('/') ? root : `${root}/`;
      return ` OR path = ${bind(root)} OR starts_with(path, ${bind(folder)})`;
    })
    .join('')})`;

const drop = async (sql: TransactionSql, name: string): Promise<boolean> =>
  (await sql`DELETE FROM toolgate.collection WHERE name = ${name}`).count > 0;

async function holds(sql: TransactionSql, name: string, roots: readonly string[]): Promise<boolean> {
  const { bind, values } = binder(name);
  const text = `SELECT 1 FROM toolgate.document WHERE collection = $1 AND ${visible(roots, bind)} LIMIT 1`;
  return (await sql.unsafe(text, values)).length > 0;
}

async function candidates(
  sql: TransactionSql,
  collection: string,
  { words, vector, where, roots, limit }: SearchRequest,
): Promise<Candidate[]> {
  const { bind, values } = binder(collection);
  const allowed = [...(where ? [postgresWhere(where, bind)] : []), visible(roots, bind)].join(' AND ');
  const query = `to_tsquery('english', ${bind(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' | ') || "''")})`;
  const lexical = `ts_rank_cd(words, ${query}, 1)`;
  const dense = vector
    ? `1 - (embedding <=> ${bind(`[${vector.join(',')}]`)}::text::vector)`
    : 'NULL::float8';
  const from = `toolgate.chunk JOIN toolgate.document ON document.collection = chunk.collection AND document.id = chunk.document
    WHERE chunk.collection = $1 AND ${allowed}`;
  const columns = `document.id, path, kind, metadata, place, title, definitions, content, start_line, end_line,
    ${lexical} AS lexical, ${dense} AS dense`;
  const most = Math.round(limit);
  const byWords =
    words.length > 0
      ? `(SELECT ${columns} FROM ${from} AND words @@ ${query} ORDER BY lexical DESC LIMIT ${most})`
      : '';
  const byVector = vector ? `(SELECT ${columns} FROM ${from} ORDER BY dense DESC LIMIT ${most})` : '';
  const statement = [byWords, byVector].filter((part) => part !== '').join(' UNION ALL ');
  if (statement === '') return [];
  const rows = await sql.unsafe(statement, values);
  return [...new Map(rows.map((row) => [`${row.id}\0${row.place}`, candidateOf(row)])).values()];
}

const candidateOf = (row: Row): Candidate => ({
  id: String(row.id),
  path: row.path === null ? undefined : String(row.path),
  kind: row.kind === 'code' ? 'code' : 'prose',
  metadata: row.metadata as Record<string, unknown>,
  place: Number(row.place),
  title: String(row.title),
  definitions: String(row.definitions).split(' '),
  text: String(row.content),
  startLine: Number(row.start_line),
  endLine: Number(row.end_line),
  lexical: Number(row.lexical),
  dense: row.dense === null ? undefined : Number(row.dense),
});

function inWords(error: unknown, url: string): unknown {
  if (error instanceof ToolError) return error;
  const { host } = new URL(url);
  const why = error instanceof Error ? error.message : String(error);
  const hint = /extension "vector"|type "vector"/.test(why)
    ? 'Install pgvector on the server, or let its administrator run CREATE EXTENSION vector.'
    : 'Check knowledge.postgresUrl; knowledge.store "embedded" needs no server.';
  return new ToolError('UNAVAILABLE', `The Postgres server at ${host} failed: ${why}`, {
    cause: error,
    hint,
  });
}
