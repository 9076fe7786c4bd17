import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createKnowledgeHost } from '../../../../test/support/knowledge.ts';
import { serveLocally } from '../../../../test/support/local-server.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import type { AiSdkEmbeddingModel } from './ai-sdk.ts';

const DOCUMENTS = [
  { id: 'a', content: 'alpha alpha' },
  { id: 'b', content: 'beta beta' },
];

/** How often letters stand in a text: enough to tell texts apart. */
const lettersOf = (text: string): number[] =>
  Array.from(
    { length: 26 },
    (_, at) => text.toLowerCase().split(String.fromCharCode(97 + at)).length - 1 + 0.01,
  );

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: string[] };
}

/** An embedding service that answers in the format of the real ones, and remembers what it was asked. */
async function serveEmbeddings(answer: (asked: Asked, response: ServerResponse) => void) {
  const asked: Asked[] = [];
  const server = await serveLocally(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    asked.push(one);
    answer(one, response);
  });
  return { origin: server.origin, asked };
}

const likeOpenAi = ({ body: { input } }: Asked, response: ServerResponse): void => {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: lettersOf(text) }));
  // The order is told by the index, not by the place.
  response.end(JSON.stringify({ object: 'list', data: data.reverse(), usage: { total_tokens: 1 } }));
};

test('a service with the interface of OpenAI makes the vectors, in batches and with its key', async () => {
  const { origin, asked } = await serveEmbeddings(likeOpenAi);
  const settings = {
    embedder: 'openai',
    embedderUrl: `${origin}/v1`,
    embedderModel: 'tiny',
    embedderBatch: 1,
  };
  const { data, ids } = createKnowledgeHost(
    { knowledge: settings },
    { hostEnv: { OPENAI_API_KEY: 'sk-test-4711-very-secret' } },
  );
  expect(await data('rag_index', { documents: DOCUMENTS })).toMatchObject({ vectors: { done: 2, total: 2 } });
  expect(await ids('alpha')).toEqual(['a', 'b']);
  expect(await data('rag_query', { query: 'alpha' })).toMatchObject({ mode: 'hybrid', notes: [] });
  expect(
    asked
      .map(({ path, authorization, body }) => [path, authorization, body.model, body.input.length])
      .slice(0, 2),
  ).toEqual([
    ['/v1/embeddings', 'Bearer sk-test-4711-very-secret', 'tiny', 1],
    ['/v1/embeddings', 'Bearer sk-test-4711-very-secret', 'tiny', 1],
  ]);
});

test('a cosine is never more than 1, though vectors are kept in few bits', async () => {
  const { origin } = await serveEmbeddings(({ body: { input } }, response) => {
    const data = input.map((_, index) => ({ object: 'embedding', index, embedding: [4, 1, 2, 3] }));
    response.end(JSON.stringify({ object: 'list', data, usage: { total_tokens: 1 } }));
  });
  const { data, index } = createKnowledgeHost({ knowledge: { embedder: 'openai', embedderUrl: origin } });
  await index({ documents: DOCUMENTS });
  expect(await data('rag_query', { query: 'alpha', topK: 1 })).toMatchObject({
    results: [{ signals: { vector: 1 } }],
  });
});

test('Ollama makes the vectors', async () => {
  const { origin, asked } = await serveEmbeddings(({ body: { input } }, response) => {
    response.end(JSON.stringify({ model: 'nomic-embed-text', embeddings: input.map(lettersOf) }));
  });
  const { data } = createKnowledgeHost({ knowledge: { embedder: 'ollama', embedderUrl: origin } });
  await data('rag_index', { documents: DOCUMENTS });
  expect(await data('rag_query', { query: 'beta' })).toMatchObject({
    mode: 'hybrid',
    results: [{ id: 'b' }, { id: 'a' }],
  });
  expect(asked[0]).toMatchObject({ path: '/api/embed', body: { model: 'nomic-embed-text' } });
});

test('any embedding model of the AI SDK makes the vectors, no more at once than it takes', async () => {
  const sizes: number[] = [];
  const embeddingModel: AiSdkEmbeddingModel = {
    provider: 'test',
    modelId: 'letters',
    maxEmbeddingsPerCall: 1,
    doEmbed: async ({ values }) => {
      sizes.push(values.length);
      return { embeddings: values.map(lettersOf) };
    },
  };
  const { data } = createKnowledgeHost({}, { embeddingModel });
  await data('rag_index', { documents: DOCUMENTS });
  expect(await data('rag_list_collections')).toMatchObject({
    collections: [{ embedder: 'ai-sdk:test:letters', vectors: { done: 2, total: 2 } }],
  });
  expect(await data('rag_query', { query: 'beta' })).toMatchObject({
    mode: 'hybrid',
    results: [{ id: 'b' }, { id: 'a' }],
  });
  expect(Math.max(...sizes)).toBe(1);
});

test.each([
  ['refuses the key', (response: ServerResponse) => response.writeHead(401).end('no'), /refuses the key/],
  ['is out of order', (response: ServerResponse) => response.writeHead(500).end('broken'), /answered 500/],
  ['answers nonsense', (response: ServerResponse) => response.end('<html>'), /did not answer with 1 vectors/],
])('where the service %s, words still answer, and the answer says so', async (_what, fail, expected) => {
  const { origin } = await serveEmbeddings((_asked, response) => fail(response));
  const { data } = createKnowledgeHost({ knowledge: { embedder: 'openai', embedderUrl: origin } });
  expect(await data('rag_index', { documents: DOCUMENTS })).toMatchObject({
    indexed: 2,
    vectors: { done: 0, total: 2 },
  });
  const answer = await data('rag_query', { query: 'alpha' });
  expect(answer).toMatchObject({ mode: 'lexical', results: [{ id: 'a' }] });
  expect((answer.notes as string[]).join('\n')).toMatch(expected);
});

test('vectors of two embedders are never mixed; reindexing gives a collection to the new one', async () => {
  const { origin } = await serveEmbeddings(likeOpenAi);
  const [dataDir, keys] = [temporaryDirectory(), temporaryDirectory()];
  const first = createKnowledgeHost({}, { dataDir, keys });
  await first.data('rag_index', { documents: DOCUMENTS });
  const { call, data, host } = createKnowledgeHost(
    { knowledge: { embedder: 'openai', embedderUrl: origin } },
    { dataDir, keys, root: first.root },
  );
  for (const [tool, args] of [
    ['rag_query', { query: 'alpha' }],
    ['rag_index', { documents: DOCUMENTS }],
    ['rag_update', { id: 'a', document: { content: 'x' } }],
  ] as const)
    expect(await call(tool, args)).toMatchObject({
      error: {
        code: 'CONFLICT',
        message: expect.stringContaining('cannot be mixed'),
        hint: expect.stringContaining('toolgate knowledge reindex default'),
      },
    });
  await host.knowledgeFor({ cwd: '/' }, new AbortController().signal).reindex('default');
  await expect
    .poll(async () => data('rag_query', { query: 'beta' }), { timeout: 5000 })
    .toMatchObject({ mode: 'hybrid', vectors: { done: 2, total: 2 }, results: [{ id: 'b' }, { id: 'a' }] });
});
