import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKnowledgeHost } from '../../../../test/support/knowledge.ts';
import { startChroma, startPostgres, type TestServer } from '../../../../test/support/knowledge-servers.ts';
import { serveLocally } from '../../../../test/support/local-server.ts';
import { writeFiles } from '../../../../test/support/write-files.ts';

let servers: { readonly chroma: TestServer; readonly postgres: TestServer };
beforeAll(async () => {
  const [chroma, postgres] = await Promise.all([startChroma(), startPostgres()]);
  servers = { chroma, postgres };
}, 90_000);
afterAll(async () => {
  await Promise.all([servers.chroma.stop(), servers.postgres.stop()]);
});

const DOCUMENTS = [
  { id: 'bread', content: 'Let the dough rest over night, then bake it.', metadata: { kind: 'food' } },
  { id: 'tides', content: 'The moon pulls the oceans up twice a day.', metadata: { kind: 'sea' } },
];

test.each(['chroma', 'postgres'] as const)(
  '%s serves every tool, documents and paths alike',
  async (name) => {
    const address = { chroma: 'chromaUrl', postgres: 'postgresUrl' }[name];
    const { data, ids, root } = createKnowledgeHost({ knowledge: { [address]: servers[name].url } });
    const collection = `tools-${name}`;
    expect(await data('rag_index', { documents: DOCUMENTS, collection })).toMatchObject({
      added: 2,
      vectors: { total: 2 },
    });
    expect(await data('rag_query', { query: 'making a loaf', collection, topK: 1 })).toMatchObject({
      mode: 'hybrid',
      results: [{ id: 'bread', metadata: { kind: 'food' } }],
    });
    expect(await ids('anything', { filter: { kind: 'sea' }, collection })).toEqual(['tides']);
    await data('rag_update', { id: 'bread', document: { content: 'Sourdough takes time.' }, collection });
    expect((await ids('sourdough', { collection }))[0]).toBe('bread');
    writeFiles(root, { 'lava.md': '# Lava\n\nMolten rock flows.', 'b.ts': 'export const answer = 42;\n' });
    expect(await data('rag_index', { path: '.', collection })).toMatchObject({ indexed: 2, state: 'done' });
    expect(await data('rag_query', { query: 'magma', collection, topK: 1 })).toMatchObject({
      results: [{ path: 'lava.md' }],
    });
    expect(await data('rag_delete', { ids: ['tides'], collection })).toEqual({ deleted: 1 });
    expect(await data('rag_delete_collection', { collection })).toEqual({ collection, documents: 3 });
  },
);

test('a Chroma server that is down, slow or something else is said in words', async () => {
  const silent = await serveLocally(() => {});
  const other = await serveLocally((_request, response) => void response.end('<html>'));
  for (const [chromaUrl, code] of [
    ['http://127.0.0.1:9', 'UNAVAILABLE'],
    [silent.origin, 'TIMEOUT'],
    [other.origin, 'UNAVAILABLE'],
  ] as const) {
    const { call } = createKnowledgeHost({ knowledge: { chromaUrl, timeoutMs: 500 } });
    for (const [tool, args] of [
      ['rag_query', { query: 'x' }],
      ['rag_index', { documents: DOCUMENTS }],
    ] as const)
      expect(await call(tool, args)).toMatchObject({
        error: {
          code,
          message: expect.stringContaining(chromaUrl),
          hint: expect.stringContaining('CHROMA_URL'),
        },
      });
  }
});

test('CHROMA_URL alone switches to Chroma, and a Postgres server that is down is said in words', async () => {
  const chroma = createKnowledgeHost({}, { hostEnv: { CHROMA_URL: servers.chroma.url } });
  await chroma.data('rag_index', { documents: DOCUMENTS, collection: 'by-environment' });
  const response = await fetch(
    `${servers.chroma.url}/api/v2/tenants/default_tenant/databases/default_database/collections/by-environment`,
  );
  expect(response.status).toBe(200);
  const { call } = createKnowledgeHost({
    knowledge: { postgresUrl: 'postgres://user:hidden@127.0.0.1:9/x', timeoutMs: 1000 },
  });
  const answer = await call('rag_query', { query: 'x' });
  expect(answer).toMatchObject({
    error: { code: 'UNAVAILABLE', message: expect.stringContaining('127.0.0.1:9') },
  });
  expect(JSON.stringify(answer)).not.toContain('hidden');
});
