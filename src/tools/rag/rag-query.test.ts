import { expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import { createKnowledgeHost } from '../../../test/support/knowledge.ts';
import { codeOf } from '../../../test/support/repository.ts';

const DOCUMENTS = [
  {
    id: 'refs',
    content: 'In Vue 3 a ref holds a reactive value.',
    metadata: { category: 'api', version: 3 },
  },
  {
    id: 'bread',
    content: 'Let the dough rest over night, then bake it.',
    metadata: { category: 'food', version: 1 },
  },
  {
    id: 'tides',
    content: 'The moon pulls the oceans up twice a day.',
    metadata: { category: 'sea', draft: true },
  },
];

test('documents are found by meaning as well as by words, with scores and what they are made of', async () => {
  const { data, index } = createKnowledgeHost();
  expect(await index({ documents: DOCUMENTS })).toEqual({
    collection: 'default',
    indexed: 3,
    added: 3,
    replaced: 0,
    unchanged: 0,
    chunks: 3,
    state: 'done',
    skipped: {},
    failed: [],
    vectors: { done: expect.any(Number), total: 3 },
  });
  expect(await data('rag_query', { query: 'how do I make a loaf?', topK: 2 })).toEqual({
    results: [
      {
        id: 'bread',
        content: 'Let the dough rest over night, then bake it.',
        metadata: { category: 'food', version: 1 },
        relevanceScore: expect.any(Number),
        signals: { lexical: 0, vector: expect.any(Number), path: 0, definition: 0 },
        startLine: 1,
        endLine: 1,
        alsoAt: [],
      },
      expect.anything(),
    ],
    scores: [expect.any(Number), expect.any(Number)],
    totalFound: 3,
    mode: 'hybrid',
    vectors: { done: 3, total: 3 },
    notes: [],
  });
});

test('semanticSearch is an older name of it', async () => {
  const { data, index } = createKnowledgeHost();
  await index({ documents: DOCUMENTS });
  expect(await data('semanticSearch', { query: 'dough', topK: 1 })).toMatchObject({
    results: [{ id: 'bread' }],
  });
});

test('the same id replaces, and the same document changes nothing', async () => {
  const { data, ids } = createKnowledgeHost();
  await data('rag_index', { documents: DOCUMENTS });
  expect(await data('rag_index', { documents: DOCUMENTS })).toMatchObject({
    added: 0,
    replaced: 0,
    unchanged: 3,
  });
  const documents = [{ id: 'tides', content: 'Tides are caused by gravity.' }];
  expect(await data('rag_index', { documents })).toMatchObject({ indexed: 1, replaced: 1 });
  expect(await ids('moon oceans', { topK: 9 })).toHaveLength(3);
  expect(await data('rag_list_collections')).toMatchObject({ collections: [{ documents: 3, chunks: 3 }] });
  const { results } = (await data('rag_query', { query: 'gravity' })) as { results: { content: string }[] };
  expect(results[0]?.content).toBe('Tides are caused by gravity.');
});

test('of documents with one id none is indexed, each is reported, and what had the id stays', async () => {
  const { call, data, ids } = createKnowledgeHost();
  await data('rag_index', { documents: DOCUMENTS });
  const documents = [
    { id: 'tides', content: 'first' },
    { id: 'new', content: 'A new one.' },
    { id: 'tides', content: 'second' },
    { id: 'new', content: 'A new one.', metadata: {} },
  ];
  expect(await data('rag_index', { documents })).toMatchObject({
    indexed: 1,
    failed: [
      { name: 'tides', reason: 'Its id is also that of number 3; give each document its own' },
      { name: 'tides', reason: 'Its id is also that of number 1; give each document its own' },
      { name: 'new', reason: 'It is the same as number 2' },
    ],
  });
  expect((await ids('anything', { topK: 9 })).sort()).toEqual(['bread', 'new', 'refs', 'tides']);
  const { results } = (await data('rag_query', { query: 'tides' })) as { results: { content: string }[] };
  expect(results.map(({ content }) => content)).not.toContain('second');
  expect(codeOf(await call('rag_index', { documents: documents.filter(({ id }) => id === 'tides') }))).toBe(
    'VALIDATION',
  );
});

test('a document without an id gets one of its text and facts, the same every time', async () => {
  const { data, ids } = createKnowledgeHost();
  const documents = [{ content: 'Nameless.' }, { content: 'Nameless.', metadata: { part: 2 } }];
  const { made } = (await data('rag_index', { documents })) as { made: { number: number; id: string }[] };
  expect(made.map(({ number }) => number)).toEqual([1, 2]);
  const own = made.map(({ id }) => id);
  expect((await ids('nameless')).sort()).toEqual(own.toSorted());
  expect(await data('rag_index', { documents })).toMatchObject({ unchanged: 2, made });
  expect(await data('rag_delete', { ids: own.slice(0, 1) })).toEqual({ deleted: 1 });
  expect(await ids('nameless')).toEqual(own.slice(1));
});

const FILTERS: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
  [{ category: 'food' }, ['bread']],
  [{ version: { $gte: 2 } }, ['refs']],
  [{ version: { $lt: 3 } }, ['bread']],
  [{ category: { $ne: 'food' } }, ['refs', 'tides']],
  [{ version: { $ne: 3 } }, ['bread', 'tides']],
  [{ category: { $in: ['sea', 'food'] } }, ['bread', 'tides']],
  [{ category: { $nin: ['sea', 'food'] } }, ['refs']],
  [{ draft: true }, ['tides']],
  [{ version: true }, []],
  [{ category: 'api', version: 3 }, ['refs']],
  [{ category: 'api', version: 1 }, []],
  [{ $or: [{ category: 'api' }, { $and: [{ category: 'food' }, { version: 1 }] }] }, ['bread', 'refs']],
];

test('filters leave what fits them', async () => {
  const { data, ids } = createKnowledgeHost();
  await data('rag_index', { documents: DOCUMENTS });
  for (const [filter, expected] of FILTERS)
    expect([filter, (await ids('anything', { filter, topK: 9 })).sort()]).toEqual([filter, expected]);
});

test('a filter that is wrong, a collection that is not there and an empty query are told apart', async () => {
  const { call, data } = createKnowledgeHost();
  await data('rag_index', { documents: DOCUMENTS, collection: 'vue-docs' });
  for (const filter of [
    { $not: [] },
    { a: { $regex: 'x' } },
    { a: { $gt: 'x' } },
    { a: { $in: [] } },
    { $or: [] },
  ])
    expect(codeOf(await call('rag_query', { query: 'x', filter, collection: 'vue-docs' }))).toBe(
      'VALIDATION',
    );
  expect(codeOf(await call('rag_query', { query: '  ' }))).toBe('VALIDATION');
  expect(await call('rag_query', { query: 'x', collection: 'vue-dosc' })).toMatchObject({
    error: {
      code: 'NOT_FOUND',
      message: 'No collection "vue-dosc"',
      hint: expect.stringContaining('vue-docs'),
    },
  });
});

test('what is wrong with one document keeps no other from being indexed', async () => {
  const { call, data, ids } = createKnowledgeHost();
  const documents = [
    { id: ' ', content: 'nameless' },
    { id: 'empty', content: '  ' },
    { id: 'short', content: 'x', embedding: [1, 2, 3] },
    { id: 'good', content: 'A good one.' },
  ];
  expect(await data('rag_index', { documents })).toMatchObject({
    indexed: 1,
    failed: [
      { name: 'number 1', reason: 'Its id is blank; leave it out, and one is made' },
      { name: 'empty', reason: 'It has no text' },
      { name: 'short', reason: 'Its embedding has 3 places, and those of this collection have 384' },
    ],
  });
  expect(await ids('good')).toEqual(['good']);
  expect(codeOf(await call('rag_index', { documents: [{ content: ' ' }] }))).toBe('VALIDATION');
  expect(codeOf(await call('rag_index', {}))).toBe('VALIDATION');
});

test('a vector that comes with a document is used, and metadata of the call stands under its own', async () => {
  const { data, ids } = createKnowledgeHost();
  const embedding = Array.from({ length: 384 }, (_, at) => (at === 7 ? 1 : 0));
  const documents = [
    { id: 'own', content: 'unlike anything', embedding, metadata: { a: 1 } },
    { id: 'b', content: 'other' },
  ];
  await data('rag_index', { documents, metadata: { a: 2, b: 3 } });
  expect(await ids('x', { filter: { a: 1, b: 3 } })).toEqual(['own']);
  expect(await ids('x', { filter: { a: 2 } })).toEqual(['b']);
});

test('rag_update replaces one document at once, rag_delete removes by id and by filter', async () => {
  const { call, data, ids } = createKnowledgeHost();
  await data('rag_index', { documents: DOCUMENTS });
  const document = { content: 'Sourdough needs time.', metadata: { category: 'food' } };
  expect(await data('rag_update', { id: 'bread', document })).toMatchObject({ id: 'bread', replaced: true });
  expect(await ids('sourdough', { topK: 1 })).toEqual(['bread']);
  expect(codeOf(await call('rag_update', { id: 'bread', document: { ...document, id: 'other' } }))).toBe(
    'VALIDATION',
  );
  expect(codeOf(await call('rag_update', { id: 'x', document, collection: 'missing' }))).toBe('NOT_FOUND');
  expect(await data('rag_delete', { ids: ['bread', 'nothing'] })).toEqual({ deleted: 1 });
  expect(await data('rag_delete', { filter: { category: 'sea' } })).toEqual({ deleted: 1 });
  expect(await ids('anything')).toEqual(['refs']);
  expect(codeOf(await call('rag_delete', { filter: {} }))).toBe('VALIDATION');
  expect(codeOf(await call('rag_delete', { ids: ['x'], collection: 'missing' }))).toBe('NOT_FOUND');
  expect(await data('rag_delete_collection', { collection: 'default' })).toEqual({
    collection: 'default',
    documents: 1,
  });
  expect(codeOf(await call('rag_query', { query: 'x' }))).toBe('NOT_FOUND');
  expect(codeOf(await call('rag_delete_collection', { collection: 'default' }))).toBe('NOT_FOUND');
});

test('writing is asked about, deleting a collection as MEDIUM; a query is not', async () => {
  const { call, host } = createTestHost();
  expect(codeOf(await call('rag_index', { documents: DOCUMENTS }))).toBe('APPROVAL_PENDING');
  expect(codeOf(await call('rag_delete_collection', { collection: 'default' }))).toBe('APPROVAL_PENDING');
  expect(
    host.approvals
      .list('pending')
      .map(({ risk }) => risk)
      .sort(),
  ).toEqual(['LOW', 'MEDIUM']);
  expect(codeOf(await call('rag_query', { query: 'x' }))).toBe('NOT_FOUND');
  expect(await call('rag_list_collections')).toMatchObject({ ok: true, data: { collections: [] } });
});
