import { ToolError } from '../../core/errors.ts';
import type { CollectionFacts } from '../../core/knowledge/vector-store.ts';
import { missing } from './collections.ts';
import { jobParts, sourcesOf } from './index-path.ts';
import type { Owner, Shared } from './knowledge.ts';

/** Makes the vectors of a collection anew with the embedder of now, and looks through its paths again. */
export async function reindex(shared: Shared, owner: Owner, name: string): Promise<CollectionFacts> {
  const { store, embedder, filling, records, jobs } = shared;
  const { signal } = owner;
  const facts = await store.collection(name, signal);
  if (!facts) throw await missing(shared, owner, name);
  const sources = (await sourcesOf(shared, owner)).filter(({ collection }) => collection === name);
  if (store.reembed) {
    await store.reembed(name, embedder.id);
    filling.start();
  } else if (facts.embedder !== embedder.id) {
    if (sources.length === 0)
      throw new ToolError(
        'CONFLICT',
        `The documents of "${name}" were handed over one by one, and ${store.name} keeps them`,
        {
          hint: 'Delete the collection with rag_delete_collection and index its documents again.',
        },
      );
    await store.drop(name, signal);
    await store.create(name, embedder.id, signal);
  }
  for (const source of sources) {
    await jobs.stop([source.id]);
    // Without these every file counts as new; text whose vector is known costs nothing but its reading.
    await records.forgetFiles(
      source.id,
      (await records.files(source.id)).map(({ path }) => path),
    );
    jobs.start(source, jobParts(shared, owner, source));
  }
  return (await store.collection(name, signal)) ?? facts;
}

/** Forgets a path and everything that was read from it. */
export async function removeSource(
  shared: Shared,
  owner: Owner,
  name: string,
  path: string,
): Promise<number> {
  const source = (await sourcesOf(shared, owner)).find((one) => one.collection === name && one.path === path);
  if (!source)
    throw new ToolError('NOT_FOUND', `${path} is not in the collection "${name}"`, {
      hint: 'toolgate knowledge status shows what is.',
    });
  await shared.jobs.stop([source.id]);
  const files = await shared.records.files(source.id);
  const removed = await shared.store.remove(name, { ids: files.map((file) => file.path) }, owner.signal);
  await shared.records.removeSources([source.id]);
  return removed;
}
