import type { KnowledgeDocument, VectorStore } from '../../../core/knowledge/vector-store.ts';
import { type ChromaClient, type ChromaPlace, createChromaClient } from './chroma-client.ts';
import { createChromaCollections } from './chroma-collections.ts';
import {
  type ChromaRecord,
  candidateOf,
  DOCUMENT,
  type Got,
  isVisible,
  PLACE,
  recordId,
  recordMetadata,
  recordsOf,
} from './chroma-records.ts';
import { candidates } from './chroma-search.ts';
import { type ChromaWhere, chromaWhere } from './chroma-where.ts';

/** Records in one request: Chroma takes no more than some thousands. */
const BATCH = 500;

/** A Chroma server over its REST interface; collections are Chroma's own, and those of other programs can be searched. */
export function createChromaStore(place: ChromaPlace): VectorStore {
  const client = createChromaClient(place);
  const { known, ...collections } = createChromaCollections(client);
  return {
    name: 'chroma',
    needsVectors: true,
    reembed: undefined,
    ...collections,
    upsert: async (name, documents, vectors, signal) => {
      const { id } = await known(name, signal);
      const before = new Set(
        (
          await idsIn(
            client,
            id,
            documents.map((one) => one.id),
            signal,
          )
        ).documents,
      );
      await write(client, id, documents, vectors, signal);
      const replaced = documents.filter((document) => before.has(document.id)).length;
      return { added: documents.length - replaced, replaced, unchanged: 0 };
    },
    remove: async (name, which, signal) => {
      const { id } = await known(name, signal);
      const found =
        'ids' in which
          ? await idsIn(client, id, which.ids, signal)
          : await fitting(client, id, chromaWhere(which.where), which.roots, signal);
      for (let at = 0; at < found.records.length; at += BATCH)
        await client.post(`/collections/${id}/delete`, { ids: found.records.slice(at, at + BATCH) }, signal);
      return found.documents.length;
    },
    holds: async (name, roots, signal) => {
      const { id } = await known(name, signal);
      const get = (more: object) =>
        client.post<Got>(`/collections/${id}/get`, { ...more, include: ['metadatas'] }, signal);
      const given = await get({ where: { toolgate_path: { $in: roots } }, limit: 1 });
      if (recordsOf(given).length > 0) return true;
      // It knows no beginnings of a text; files of the roots are among the first in all but strange cases.
      const some = await get({ limit: BATCH });
      return recordsOf(some).some((record) => isVisible(candidateOf(record).path, roots));
    },
    search: async (name, request, signal) => {
      const { id } = await known(name, signal);
      const chunks = (await client.get<number>(`/collections/${id}/count`, signal)) ?? 0;
      return { found: await candidates(client, id, request, chunks, signal), chunks, vectors: chunks };
    },
    close: async () => {},
  };
}

/** The new pieces in one request, then what a longer version left behind. */
async function write(
  client: ChromaClient,
  id: string,
  documents: readonly KnowledgeDocument[],
  vectors: ReadonlyMap<string, Float32Array>,
  signal: AbortSignal,
): Promise<void> {
  const rows = documents.flatMap((document) =>
    document.pieces.map((piece, place) => ({
      id: recordId(document.id, place),
      embedding: [...(vectors.get(piece.key) ?? [])],
      document: piece.text,
      metadata: recordMetadata(document, piece, place),
    })),
  );
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    const body = {
      ids: batch.map((row) => row.id),
      embeddings: batch.map((row) => row.embedding),
      documents: batch.map((row) => row.document),
      metadatas: batch.map((row) => row.metadata),
    };
    await client.post(`/collections/${id}/upsert`, body, signal);
  }
  for (const document of documents)
    await client.post(
      `/collections/${id}/delete`,
      { where: { $and: [{ [DOCUMENT]: document.id }, { [PLACE]: { $gte: document.pieces.length } }] } },
      signal,
    );
}

interface FoundIds {
  readonly records: readonly string[];
  readonly documents: readonly string[];
}

/** All records of these documents; those of other programs have the document's id as their own. */
async function idsIn(
  client: ChromaClient,
  id: string,
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<FoundIds> {
  const [ours, theirs] = await Promise.all([
    client.post<Got>(
      `/collections/${id}/get`,
      { where: { [DOCUMENT]: { $in: wanted } }, include: ['metadatas'] },
      signal,
    ),
    client.post<Got>(`/collections/${id}/get`, { ids: wanted, include: ['metadatas'] }, signal),
  ]);
  return foundIn([...recordsOf(ours), ...recordsOf(theirs)]);
}

async function fitting(
  client: ChromaClient,
  id: string,
  where: ChromaWhere,
  roots: readonly string[],
  signal: AbortSignal,
): Promise<FoundIds> {
  const got = await client.post<Got>(
    `/collections/${id}/get`,
    { ...(Object.keys(where).length > 0 && { where }), include: ['metadatas'] },
    signal,
  );
  return foundIn(recordsOf(got).filter((record) => isVisible(candidateOf(record).path, roots)));
}

const foundIn = (records: readonly ChromaRecord[]): FoundIds => ({
  records: [...new Set(records.map(({ id }) => id))],
  documents: [...new Set(records.map((record) => candidateOf(record).id))],
});
