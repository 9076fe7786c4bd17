import type { CollectionFacts } from '../../../core/knowledge/vector-store.ts';
import type { ChromaClient } from './chroma-client.ts';
import { type Got, PLACE } from './chroma-records.ts';

interface ChromaCollection {
  readonly id: string;
  readonly name: string;
  readonly dimension: number | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

const EMBEDDER = 'toolgate_embedder';

/** Chroma's own collections; ours carry the name of their embedder. */
export function createChromaCollections(client: ChromaClient) {
  const find = (name: string, signal: AbortSignal): Promise<ChromaCollection | undefined> =>
    client.get<ChromaCollection>(`/collections/${encodeURIComponent(name)}`, signal);
  const known = async (name: string, signal: AbortSignal): Promise<ChromaCollection> => {
    const found = await find(name, signal);
    if (!found) throw new Error(`No collection "${name}"`);
    return found;
  };
  const factsOf = async (found: ChromaCollection, signal: AbortSignal): Promise<CollectionFacts> => {
    const chunks = (await client.get<number>(`/collections/${found.id}/count`, signal)) ?? 0;
    return {
      name: found.name,
      embedder: typeof found.metadata?.[EMBEDDER] === 'string' ? found.metadata[EMBEDDER] : undefined,
      width: found.dimension ?? undefined,
      documents: undefined,
      chunks,
      vectors: chunks,
    };
  };
  const documentsIn = async (
    { id }: ChromaCollection,
    chunks: number,
    signal: AbortSignal,
  ): Promise<number> => {
    const later = await client.post<Got>(
      `/collections/${id}/get`,
      { where: { [PLACE]: { $gt: 0 } }, include: [] },
      signal,
    );
    return chunks - later.ids.length;
  };
  return {
    known,
    collections: async (signal: AbortSignal) => {
      const all = (await client.get<ChromaCollection[]>('/collections', signal)) ?? [];
      const facts = await Promise.all(
        all.map(async (one) => {
          const each = await factsOf(one, signal);
          return { ...each, documents: await documentsIn(one, each.chunks, signal) };
        }),
      );
      return facts.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    collection: async (name: string, signal: AbortSignal) => {
      const found = await find(name, signal);
      return found && factsOf(found, signal);
    },
    create: async (name: string, embedder: string, signal: AbortSignal) => {
      const body = {
        name,
        get_or_create: true,
        metadata: { [EMBEDDER]: embedder },
        configuration: { hnsw: { space: 'cosine' } },
      };
      return factsOf(await client.post<ChromaCollection>('/collections', body, signal), signal);
    },
    drop: async (name: string, signal: AbortSignal) => {
      if (!(await find(name, signal))) return false;
      await client.remove(`/collections/${encodeURIComponent(name)}`, signal);
      return true;
    },
  };
}
