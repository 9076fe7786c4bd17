import type { KnowledgeDocument, Upserted } from '../../core/knowledge/vector-store.ts';
import type { Shared } from './knowledge.ts';

type Given = ReadonlyMap<string, Float32Array>;

type Parts = Pick<Shared, 'store' | 'records' | 'embedder' | 'filling' | 'room'>;

/** Puts documents into the store, if there is room for them. */
export const writeDocuments = (
  shared: Parts,
  collection: string,
  documents: readonly KnowledgeDocument[],
  given: Given,
  signal: AbortSignal,
): Promise<Upserted> =>
  shared.room.during(documents, () => write(shared, collection, documents, given, signal));

/** A store that takes no chunk without a vector gets them first; else they follow. */
async function write(
  { store, records, embedder, filling }: Parts,
  collection: string,
  documents: readonly KnowledgeDocument[],
  given: Given,
  signal: AbortSignal,
): Promise<Upserted> {
  if (!store.needsVectors) {
    const written = await store.upsert(collection, documents, given, signal);
    filling.start();
    return written;
  }
  const passages = new Map(
    documents.flatMap(({ pieces }) => pieces.map(({ key, passage }) => [key, passage])),
  );
  const vectors = new Map(given);
  const wanted = [...passages.keys()].filter((key) => !vectors.has(key));
  const width = embedder.width;
  const cached = width === undefined ? new Map<string, Float32Array>() : await records.cached(wanted, width);
  for (const [key, vector] of cached) vectors.set(key, vector);
  const missing = wanted.filter((key) => !vectors.has(key));
  for (let at = 0; at < missing.length; at += embedder.batch) {
    const keys = missing.slice(at, at + embedder.batch);
    const made = await embedder.embed(
      keys.map((key) => passages.get(key) ?? ''),
      'passage',
      signal,
    );
    const fresh = new Map(keys.map((key, index) => [key, made[index] ?? new Float32Array(0)]));
    await records.putVectors(fresh);
    for (const [key, vector] of fresh) vectors.set(key, vector);
  }
  return store.upsert(collection, documents, vectors, signal);
}
