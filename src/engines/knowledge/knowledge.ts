import type { Embedder } from '../../core/knowledge/embedder.ts';
import type { KnowledgeRecords } from '../../core/knowledge/source-records.ts';
import type { CollectionFacts, VectorStore } from '../../core/knowledge/vector-store.ts';
import type { Log } from '../../core/log.ts';
import type { DeniedPaths } from '../../core/path/denied-paths.ts';
import type { SearchEngine } from '../search/search.ts';
import { knownCollection, visibleCollections } from './collections.ts';
import { dropCollection } from './drop-collection.ts';
import { createFilling, type Filling } from './filling.ts';
import type { Asker } from './given.ts';
import { type GivenDocument, type IndexedDocuments, indexDocuments } from './index-documents.ts';
import {
  addPath,
  type IndexedPath,
  type PathOptions,
  refreshSources,
  type SourceState,
  sourceStates,
} from './index-path.ts';
import { type Answered, type QueryOptions, query } from './query.ts';
import { createReadingProcesses, type ReadingProcesses } from './reading-processes.ts';
import { reindex, removeSource } from './reindex.ts';
import { type Removal, removeDocuments } from './remove-documents.ts';
import type { Room } from './room.ts';
import { createSourceJobs, type SourceJobs } from './sources/jobs.ts';

type Data = Record<string, unknown>;

/** The knowledge base as one call may use it. */
export interface KnowledgeEngine {
  index(
    collection: string,
    documents: readonly GivenDocument[],
    metadata: Readonly<Data>,
  ): Promise<IndexedDocuments>;
  indexPath(collection: string, path: string, options: PathOptions): Promise<IndexedPath>;
  /** Replaces one document in a collection that is there. */
  update(collection: string, document: GivenDocument): Promise<IndexedDocuments>;
  query(collection: string, text: string, options: QueryOptions): Promise<Answered>;
  remove(collection: string, which: Removal): Promise<{ readonly deleted: number }>;
  collections(): Promise<readonly (CollectionFacts & { readonly sources: readonly SourceState[] })[]>;
  dropCollection(name: string): Promise<{ readonly documents: number }>;
  /** Makes all vectors anew, with the embedder of now. */
  reindex(name: string): Promise<CollectionFacts>;
  /** Forgets a path; how many documents went with it. */
  removeSource(collection: string, path: string): Promise<number>;
}

export interface KnowledgeParts {
  readonly store: VectorStore;
  readonly records: KnowledgeRecords;
  readonly embedder: Embedder;
  readonly installation?: string | undefined;
  readonly maxFileBytes: number;
  readonly room: Room;
  readonly log: Log;
}

/** What all calls share. */
export interface Shared extends KnowledgeParts {
  readonly reading: ReadingProcesses;
  readonly filling: Filling;
  readonly jobs: SourceJobs;
}

/** One call: who asks, and what they may read. */
export interface Owner {
  readonly caller: Asker;
  readonly signal: AbortSignal;
  readonly denied: DeniedPaths | undefined;
  /** Searches as this caller may make them, for as long as the signal lets them. */
  readonly search: (signal: AbortSignal) => SearchEngine;
}

export interface Knowledge {
  forCall(owner: Owner): KnowledgeEngine;
  /** Files are read or vectors made: a host that nobody uses stays for it. */
  readonly isBusy: boolean;
  close(): Promise<void>;
}

export function createKnowledge(parts: KnowledgeParts): Knowledge {
  const { store, records, embedder, installation, log } = parts;
  const shared: Shared = {
    ...parts,
    reading: createReadingProcesses(installation),
    filling: createFilling(records, embedder, log),
    jobs: createSourceJobs(log),
  };
  // What an earlier host did not get to.
  shared.filling.start();
  return {
    forCall: (owner) => engineFor(shared, owner),
    get isBusy() {
      return shared.filling.isRunning || shared.jobs.isScanning;
    },
    close: async () => {
      await shared.jobs.close();
      await shared.filling.close();
      await Promise.all([shared.reading.close(), embedder.close(), store.close()]);
    },
  };
}

const engineFor = (shared: Shared, owner: Owner): KnowledgeEngine => ({
  index: (collection, documents, metadata) => indexDocuments(shared, owner, collection, documents, metadata),
  update: async (collection, document) => {
    await knownCollection(shared, owner, collection);
    return indexDocuments(shared, owner, collection, [document], {});
  },
  indexPath: (collection, path, options) => addPath(shared, owner, collection, path, options),
  query: async (collection, text, options) => {
    await refreshSources(shared, owner, collection);
    return query(shared, owner, collection, text, options);
  },
  remove: (collection, which) => removeDocuments(shared, owner, collection, which),
  collections: async () => {
    const [found, sources] = await Promise.all([
      visibleCollections(shared, owner),
      sourceStates(shared, owner),
    ]);
    return found.map((facts) => ({
      ...facts,
      sources: sources.filter(({ collection }) => collection === facts.name),
    }));
  },
  reindex: (name) => reindex(shared, owner, name),
  removeSource: (collection, path) => removeSource(shared, owner, collection, path),
  dropCollection: (name) => dropCollection(shared, owner, name),
});
