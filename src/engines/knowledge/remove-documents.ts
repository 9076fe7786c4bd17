import { ToolError } from '../../core/errors.ts';
import { parseWhere } from '../../core/knowledge/where.ts';
import { missing } from './collections.ts';
import { idsFor, reachOf } from './given.ts';
import type { Owner, Shared } from './knowledge.ts';

type Data = Record<string, unknown>;

export type Removal = { readonly ids: readonly string[] } | { readonly filter: Readonly<Data> };

/** Removes documents. Those of a source come back with its next change: the source is what to remove then. */
export async function removeDocuments(
  shared: Shared,
  owner: Owner,
  collection: string,
  which: Removal,
): Promise<{ deleted: number }> {
  const { store } = shared;
  const { caller, signal } = owner;
  if (!(await store.collection(collection, signal))) throw await missing(shared, owner, collection);
  if ('ids' in which)
    return { deleted: await store.remove(collection, { ids: idsFor(caller, which.ids) }, signal) };
  const where = parseWhere(which.filter);
  if (!where)
    throw new ToolError('VALIDATION', 'An empty filter would delete everything', {
      hint: 'Use rag_delete_collection for that.',
    });
  return { deleted: await store.remove(collection, { where, roots: reachOf(caller) }, signal) };
}
