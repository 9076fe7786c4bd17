import { ToolError } from '../../core/errors.ts';
import type { Embedder } from '../../core/knowledge/embedder.ts';
import type { CollectionFacts, VectorStore } from '../../core/knowledge/vector-store.ts';
import { nearest } from '../../core/text/nearest.ts';

/** A collection that must be there, and whose vectors this embedder made. */
export async function knownCollection(
  store: VectorStore,
  embedder: Embedder,
  name: string,
  signal: AbortSignal,
): Promise<CollectionFacts> {
  const found = await store.collection(name, signal);
  if (!found) throw await missing(store, name, signal);
  checkEmbedder(found, embedder);
  return found;
}

/** Vectors of two models say nothing to each other; mixed, every answer would be wrong without a sign of it. */
export function checkEmbedder({ name, embedder: own }: CollectionFacts, { id }: Embedder): void {
  if (own === undefined || own === id) return;
  throw new ToolError(
    'CONFLICT',
    `The collection "${name}" was made with the embedder ${own}; now ${id} is configured, and vectors of two embedders cannot be mixed`,
    {
      hint: `A person can rebuild it with \`toolgate knowledge reindex ${name}\`, or set knowledge.embedder back.`,
    },
  );
}

export async function missing(store: VectorStore, name: string, signal: AbortSignal): Promise<ToolError> {
  const names = (await store.collections(signal)).map((collection) => collection.name);
  const close = nearest(name, names);
  const there = names.length === 0 ? 'There are none yet.' : `There are: ${names.join(', ')}.`;
  return new ToolError('NOT_FOUND', `No collection "${name}"`, {
    hint: `${close === undefined ? '' : `Did you mean "${close}"? `}${there} rag_index makes one.`,
  });
}
