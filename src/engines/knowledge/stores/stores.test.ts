import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChroma, startPostgres, type TestServer } from '../../../../test/support/knowledge-servers.ts';
import type { KnowledgeDocument, SearchRequest, VectorStore } from '../../../core/knowledge/vector-store.ts';
import { parseWhere } from '../../../core/knowledge/where.ts';
import { queryWords } from '../../../core/knowledge/words.ts';
import { createEmbeddedStore } from '../../../store/knowledge/embedded-store.ts';
import { createKnowledgeFile } from '../../../store/knowledge/knowledge-file.ts';
import { keyOf } from '../make-document.ts';
import { createChromaStore } from './chroma.ts';
import { createPostgresStore } from './postgres.ts';

const SCAN = join(import.meta.dirname, '../../../../dist/knowledge/scan.wasm');
const { signal } = new AbortController();

interface Opened {
  readonly store: VectorStore;
  close(): Promise<void>;
}

const STORES: Record<string, () => Promise<Opened>> = {
  embedded: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tg-store-'));
    const file = createKnowledgeFile(join(folder, 'knowledge.db'), SCAN);
    const close = async (): Promise<void> => {
      await file.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { store: createEmbeddedStore(file), close };
  },
  chroma: async () => {
    const server = await startChroma();
    const place = {
      url: server.url,
      tenant: 'default_tenant',
      database: 'default_database',
      token: undefined,
    };
    return serverStore(server, createChromaStore({ ...place, fetch }));
  },
  postgres: async () => {
    const server = await startPostgres();
    return serverStore(server, createPostgresStore({ url: server.url, timeoutMs: 30_000 }));
  },
};

const serverStore = (server: TestServer, store: VectorStore): Opened => ({
  store,
  close: async () => {
    await store.close();
    await server.stop();
  },
});

/** A vector of four places that leans on one of them. */
const leaning = (place: number, more = 0): Float32Array =>
  Float32Array.from([0, 1, 2, 3], (at) => (at === place ? 1 : at === (place + 1) % 4 ? more : 0.05));

interface Given {
  readonly id: string;
  readonly texts: readonly string[];
  readonly metadata?: Record<string, unknown>;
  readonly path?: string;
}

const documentOf = ({ id, texts, metadata = {}, path }: Given): KnowledgeDocument => ({
  id,
  path,
  kind: 'prose',
  metadata,
  pieces: texts.map((text, place) => ({
    title: '',
    definitions: [],
    text,
    startLine: place + 1,
    endLine: place + 1,
    passage: text,
    key: keyOf(`${id}\0${text}`),
  })),
});

const DOCUMENTS = [
  documentOf({
    id: 'bread',
    texts: ['Let the dough rest.', 'Then bake it hot.'],
    metadata: { kind: 'food', stars: 3, done: true },
  }),
  documentOf({
    id: 'tides',
    texts: ['The moon pulls the oceans.'],
    metadata: { kind: 'sea', stars: 5, nested: { a: [1] } },
  }),
  documentOf({ id: '/work/notes.md', texts: ['Notes on the moon.'], path: '/work/notes.md' }),
];

const vectorsFor = (documents: readonly KnowledgeDocument[]): Map<string, Float32Array> =>
  new Map(
    documents.flatMap(({ pieces }, at) => pieces.map(({ key }, place) => [key, leaning(at, place / 4)])),
  );

describe.each(Object.keys(STORES))('the %s store', (name) => {
  let opened: Opened;
  let count = 0;
  beforeAll(async () => {
    opened = await (STORES[name] as () => Promise<Opened>)();
  }, 90_000);
  afterAll(async () => {
    await opened.close();
  });

  /** A collection of its own with the documents above. */
  const fill = async (documents = DOCUMENTS) => {
    const collection = `test-${++count}`;
    const { store } = opened;
    await store.create(collection, 'embedder-a', signal);
    await store.upsert(collection, documents, vectorsFor(documents), signal);
    const search = async (query: string, more: Partial<SearchRequest> = {}) => {
      const request = {
        words: queryWords(query),
        vector: undefined,
        where: undefined,
        roots: ['/'],
        limit: 50,
      };
      return (await store.search(collection, { ...request, ...more }, signal)).found;
    };
    return { store, collection, search };
  };
  const idsOf = (found: readonly { readonly id: string }[]): string[] =>
    [...new Set(found.map(({ id }) => id))].sort();

  test('remembers a collection with its embedder, and makes it once', async () => {
    const { store, collection } = await fill();
    await store.create(collection, 'embedder-b', signal);
    expect((await store.collections(signal)).find((one) => one.name === collection)).toEqual({
      name: collection,
      embedder: 'embedder-a',
      width: expect.any(Number),
      documents: 3,
      chunks: 4,
      vectors: 4,
    });
    expect(await store.collection('not-there', signal)).toBeUndefined();
  });

  test('finds by words, with what belongs to a piece', async () => {
    const { search } = await fill();
    const found = await search('baking dough');
    expect(found.find(({ place }) => place === 0)).toMatchObject({
      id: 'bread',
      text: 'Let the dough rest.',
      startLine: 1,
    });
    expect(found.find(({ place }) => place === 0)?.lexical).toBeGreaterThan(0);
    expect(idsOf((await search('moon')).filter(({ lexical }) => lexical > 0))).toEqual([
      '/work/notes.md',
      'tides',
    ]);
  });

  test('finds by vector, the nearest first, and scores what was found by words too', async () => {
    const { search } = await fill();
    const found = [...(await search('dough', { vector: leaning(1) }))].sort(
      (a, b) => (b.dense ?? 0) - (a.dense ?? 0),
    );
    expect(found[0]).toMatchObject({ id: 'tides', metadata: { kind: 'sea', stars: 5, nested: { a: [1] } } });
    expect(found[0]?.dense).toBeCloseTo(1, 2);
    expect(found.every(({ dense }) => dense !== undefined && dense <= 1.001)).toBe(true);
  });

  test.each([
    [{ kind: 'food' }, ['bread']],
    [{ kind: { $ne: 'food' } }, ['/work/notes.md', 'tides']],
    [{ stars: { $gt: 3 } }, ['tides']],
    [{ stars: { $gte: 3 } }, ['bread', 'tides']],
    [{ stars: { $lt: 5 } }, ['bread']],
    [{ stars: { $lte: 5 }, kind: 'sea' }, ['tides']],
    [{ stars: 3 }, ['bread']],
    [{ done: true }, ['bread']],
    [{ kind: { $in: ['sea', 'sky'] } }, ['tides']],
    [{ kind: { $nin: ['sea', 'sky'] } }, ['/work/notes.md', 'bread']],
    [{ $or: [{ kind: 'sea' }, { $and: [{ kind: 'food' }, { stars: 3 }] }] }, ['bread', 'tides']],
    [{ nothing: 'there' }, []],
  ])('filters by %j', async (filter, expected) => {
    const { search } = await fill();
    const where = parseWhere(filter);
    expect(idsOf(await search('moon dough bake', { vector: leaning(0), where }))).toEqual(expected);
  });

  test('shows what comes from a file only to who may read the file', async () => {
    const { search } = await fill();
    const all = { vector: leaning(0) };
    expect(idsOf(await search('moon', { ...all, roots: ['/work'] }))).toContain('/work/notes.md');
    expect(idsOf(await search('moon', { ...all, roots: ['/wor'] }))).not.toContain('/work/notes.md');
    expect(idsOf(await search('moon', { ...all, roots: [] }))).toEqual(['bread', 'tides']);
  });

  test('replaces a document with all its pieces, and leaves nothing of the longer one', async () => {
    const { store, collection, search } = await fill();
    const shorter = [documentOf({ id: 'bread', texts: ['Buy it.'] })];
    expect(await store.upsert(collection, shorter, vectorsFor(shorter), signal)).toMatchObject({
      added: 0,
      replaced: 1,
    });
    expect(await store.collection(collection, signal)).toMatchObject({ chunks: 3 });
    expect(
      (await search('dough bake', { vector: leaning(0) })).filter(({ id }) => id === 'bread'),
    ).toMatchObject([{ text: 'Buy it.', metadata: {} }]);
  });

  test('removes by id and by filter, and says how many there were', async () => {
    const { store, collection, search } = await fill();
    expect(await store.remove(collection, { ids: ['bread', 'nothing'] }, signal)).toBe(1);
    const where = parseWhere({ kind: { $ne: 'food' } });
    if (!where) throw new Error('No filter');
    expect(await store.remove(collection, { where, roots: [] }, signal)).toBe(1);
    expect(idsOf(await search('moon dough', { vector: leaning(0) }))).toEqual(['/work/notes.md']);
  });

  test('refuses a vector of another size and keeps what was there', async () => {
    const { store, collection, search } = await fill();
    const other = [documentOf({ id: 'tides', texts: ['changed'] })];
    const vectors = new Map([[other[0]?.pieces[0]?.key ?? '', new Float32Array(40).fill(1)]]);
    await expect(store.upsert(collection, other, vectors, signal)).rejects.toMatchObject({
      code: 'VALIDATION',
    });
    expect((await search('moon', { vector: leaning(1) })).find(({ id }) => id === 'tides')?.text).toBe(
      'The moon pulls the oceans.',
    );
  });

  test('drops a collection, and an empty one answers nothing', async () => {
    const { store, collection } = await fill();
    expect(await store.drop(collection, signal)).toBe(true);
    expect(await store.drop(collection, signal)).toBe(false);
    expect(await store.collection(collection, signal)).toBeUndefined();
    await store.create(collection, 'embedder-b', signal);
    const request = { words: ['moon'], vector: leaning(0), where: undefined, roots: [], limit: 10 };
    expect(await store.search(collection, request, signal)).toEqual({ found: [], chunks: 0, vectors: 0 });
  });

  test('takes any text: quotes, NUL, other scripts, operators of its own language', async () => {
    const strange = ['it\'s "quoted" \\ %_ $1', 'null\0byte', '東京 😀 naïve', "x' OR 1=1 --"];
    const { search } = await fill(
      strange.map((text, at) =>
        documentOf({
          id: `s${at}`,
          texts: [text],
          metadata: { [text.replaceAll('\0', '')]: text.replaceAll('\0', '') },
        }),
      ),
    );
    expect(idsOf(await search(strange.join(' '), { vector: leaning(0) }))).toEqual(['s0', 's1', 's2', 's3']);
    for (const text of ['it\'s "quoted" \\ %_ $1', '東京 😀 naïve', "x' OR 1=1 --"])
      expect(await search('x', { vector: leaning(0), where: parseWhere({ [text]: text }) })).toHaveLength(1);
  });
});
