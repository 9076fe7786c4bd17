import type { VectorStore } from '../../core/knowledge/vector-store.ts';
import type { KnowledgeFile } from './knowledge-file.ts';

/** The store that needs nothing: SQLite for words, 8-bit vectors that are all looked at. */
export const createEmbeddedStore = (file: KnowledgeFile): VectorStore => ({
  name: 'embedded',
  needsVectors: false,
  collections: () => file.collections(),
  collection: (name) => file.collection(name),
  create: (name, embedder) => file.create(name, embedder),
  drop: (name) => file.drop(name),
  upsert: (collection, documents, vectors) => file.upsert(collection, documents, vectors),
  remove: (collection, which) => file.remove(collection, which),
  reembed: (collection, embedder) => file.reembed(collection, embedder),
  holds: (collection, roots) => file.holds(collection, roots),
  search: (collection, request) => file.search(collection, request),
  close: async () => {},
});
