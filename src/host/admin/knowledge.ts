import { realpathSync } from 'node:fs';
import * as z from 'zod';
import type { KnowledgeEngine } from '../../engines/knowledge/knowledge.ts';
import type { Host } from '../create-host.ts';
import { type Actor, defineAct } from './act.ts';

const TIME_MS = 60_000;

const collection = z.string().min(1).default('default');
const vectors = z.object({ done: z.number(), total: z.number() });
const source = z.object({
  path: z.string(),
  state: z.enum(['waiting', 'scanning', 'watching', 'scanned', 'failed']),
  done: z.number(),
  total: z.number(),
  files: z.number().optional(),
  skipped: z.record(z.string(), z.number()),
  problems: z.array(z.object({ path: z.string(), reason: z.string() })),
  error: z.string().optional(),
});

const engineOf = (host: Host, { caller }: Actor): KnowledgeEngine =>
  host.knowledgeFor(caller, AbortSignal.timeout(TIME_MS));

type Source = Awaited<ReturnType<KnowledgeEngine['collections']>>[number]['sources'][number];

const shownSource = ({ path, state, done, total, report, error }: Source) => ({
  path,
  state,
  done,
  total,
  files: report?.files,
  skipped: { ...report?.skipped },
  problems: [...(report?.problems ?? [])],
  error,
});

export const addKnowledge = defineAct({
  name: 'knowledge/add',
  about: 'Add a file or directory to a collection of the knowledge base; reading continues in the background',
  scope: 'admin',
  input: z.strictObject({
    path: z.string().min(1).describe('An absolute path'),
    collection,
    includeIgnored: z.boolean().default(false),
  }),
  output: z.object({ collection: z.string(), source, vectors }),
  run: async (host, { path, collection: name, includeIgnored }, actor) => {
    const options = { includeIgnored, metadata: {}, waitMs: 300 };
    const { vectors: ready, ...added } = await engineOf(host, actor).indexPath(name, path, options);
    return { collection: name, source: shownSource(added), vectors: ready };
  },
});

export const knowledgeStatus = defineAct({
  name: 'knowledge/status',
  about: 'Collections of the knowledge base, their paths, and how far indexing is',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'knowledge' }],
  input: z.strictObject({}),
  output: z.object({
    collections: z.array(
      z.object({
        name: z.string(),
        embedder: z.string().optional(),
        documents: z.number(),
        vectors,
        sources: z.array(source),
      }),
    ),
  }),
  run: async (host, _input, actor) => ({
    collections: (await engineOf(host, actor).collections()).map(
      ({ name, embedder, documents, chunks, vectors: done, sources }) => ({
        name,
        embedder,
        documents: documents ?? chunks,
        vectors: { done, total: chunks },
        sources: sources.map(shownSource),
      }),
    ),
  }),
});

export const searchKnowledge = defineAct({
  name: 'knowledge/search',
  about: 'Search a collection of the knowledge base',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({
    query: z.string().min(1).max(8192),
    collection,
    topK: z.coerce.number().int().min(1).max(100).default(5),
  }),
  output: z.object({
    results: z.array(
      z.object({
        id: z.string(),
        content: z.string(),
        relevanceScore: z.number(),
        path: z.string().optional(),
        startLine: z.number(),
        endLine: z.number(),
      }),
    ),
    mode: z.enum(['hybrid', 'lexical']),
    notes: z.array(z.string()),
  }),
  run: (host, { query, collection: name, topK }, actor) =>
    engineOf(host, actor).query(name, query, { topK, filter: undefined }),
});

export const removeKnowledge = defineAct({
  name: 'knowledge/remove',
  about: 'Take a path out of a collection, or drop the whole collection; files on the disk stay',
  scope: 'admin',
  input: z.strictObject({ collection, path: z.string().min(1).optional() }),
  output: z.object({ documents: z.number() }),
  run: async (host, { collection: name, path }, actor) => {
    const engine = engineOf(host, actor);
    if (path === undefined) return engine.dropCollection(name);
    return { documents: await engine.removeSource(name, realPath(path)) };
  },
});

/** What is gone from the disk is known by the path it had. */
const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

export const reindexKnowledge = defineAct({
  name: 'knowledge/reindex',
  about: 'Rebuild the vectors of a collection with the embedder that is configured now',
  scope: 'admin',
  input: z.strictObject({ collection }),
  output: z.object({ collection: z.string(), embedder: z.string().optional(), vectors }),
  run: async (host, { collection: name }, actor) => {
    const { embedder, chunks, vectors: done } = await engineOf(host, actor).reindex(name);
    return { collection: name, embedder, vectors: { done, total: chunks } };
  },
});
