import { missing, visibleCollections } from './collections.ts';
import { reachOf } from './given.ts';
import { sourcesOf } from './index-path.ts';
import type { Owner, Shared } from './knowledge.ts';

/** Drops a collection, or what the caller may see of it: what others put there stays theirs. */
export async function dropCollection(
  shared: Shared,
  owner: Owner,
  name: string,
): Promise<{ readonly documents: number }> {
  const { store, records, jobs } = shared;
  const { caller, signal } = owner;
  const facts = (await visibleCollections(shared, owner)).find((one) => one.name === name);
  if (!facts) throw await missing(shared, owner, name);
  const ofCollection = ({ collection }: { readonly collection: string }): boolean => collection === name;
  const all = (await records.sources(store.name)).filter(ofCollection);
  const own = caller.isPerson ? all : (await sourcesOf(shared, owner)).filter(ofCollection);
  const ids = own.map(({ id }) => id);
  await jobs.stop(ids);
  const everything = { where: { all: [] }, roots: reachOf(caller) };
  const removed = caller.isPerson ? (facts.documents ?? 0) : await store.remove(name, everything, signal);
  await records.removeSources(ids);
  const isEmpty = own.length === all.length && (await store.collection(name, signal))?.chunks === 0;
  if (caller.isPerson || isEmpty) await store.drop(name, signal);
  return { documents: removed };
}
