import { ToolError } from '../../core/errors.ts';
import type { CollectionFacts } from '../../core/knowledge/vector-store.ts';
import { nearest } from '../../core/text/nearest.ts';
import { checkEmbedder } from './check-embedder.ts';
import { reachOf } from './given.ts';
import { sourcesOf } from './index-path.ts';
import type { Owner, Shared } from './knowledge.ts';

/** A collection that must be there, and whose vectors this embedder made. */
export async function knownCollection(shared: Shared, owner: Owner, name: string): Promise<CollectionFacts> {
  const found = await shared.store.collection(name, owner.signal);
  if (!found) throw await missing(shared, owner, name);
  checkEmbedder(found, shared.embedder);
  return found;
}

/** Collections that hold something the caller may see, or nothing at all. */
export async function visibleCollections(shared: Shared, owner: Owner): Promise<CollectionFacts[]> {
  const { store } = shared;
  const all = await store.collections(owner.signal);
  if (owner.caller.isPerson) return [...all];
  const own = new Set((await sourcesOf(shared, owner)).map(({ collection }) => collection));
  const reach = reachOf(owner.caller);
  const isVisible = await Promise.all(
    all.map(
      async ({ name, embedder, chunks }) =>
        own.has(name) || embedder === undefined || chunks === 0 || store.holds(name, reach, owner.signal),
    ),
  );
  return all.filter((_, at) => isVisible[at]);
}

export async function missing(shared: Shared, owner: Owner, name: string): Promise<ToolError> {
  const names = (await visibleCollections(shared, owner)).map((collection) => collection.name);
  const close = nearest(name, names);
  const there = names.length === 0 ? 'There are none yet.' : `There are: ${names.join(', ')}.`;
  return new ToolError('NOT_FOUND', `No collection "${name}"`, {
    hint: `${close === undefined ? '' : `Did you mean "${close}"? `}${there} rag_index makes one, as toolgate knowledge add does.`,
  });
}
