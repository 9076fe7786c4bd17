import { isAbsolute } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { KnowledgeDocument } from '../../core/knowledge/vector-store.ts';
import { isInside } from '../../core/path/paths.ts';
import { checkEmbedder } from './check-embedder.ts';
import { givenId, givenPlace } from './given.ts';
import type { Owner, Shared } from './knowledge.ts';
import { keyOf } from './make-document.ts';
import { type NamedDocument, sharedIds, withIds } from './told-apart.ts';
import { writeDocuments } from './write-documents.ts';

type Data = Record<string, unknown>;

/** A document as a caller hands it over. */
export interface GivenDocument {
  readonly id?: string | undefined;
  readonly content: string;
  readonly metadata?: Readonly<Data> | undefined;
  readonly embedding?: readonly number[] | undefined;
}

export interface IndexedDocuments {
  readonly collection: string;
  /** New or replaced; what is the same as before counts too. */
  readonly indexed: number;
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly chunks: number;
  /** Ids made for documents that came without one, by their number. */
  readonly made: readonly { readonly number: number; readonly id: string }[];
  readonly failed: readonly { readonly document: string; readonly reason: string }[];
  /** Vectors of the collection: how many chunks have theirs. */
  readonly vectors: { readonly done: number; readonly total: number };
}

/** How long a call waits for vectors, so that the next query finds them. */
const WAIT_MS = 5000;

/** Indexes what is handed over; what is wrong with one document keeps no other from being indexed. */
export async function indexDocuments(
  shared: Shared,
  { caller, signal }: Owner,
  collection: string,
  given: readonly GivenDocument[],
  metadata: Readonly<Data>,
): Promise<IndexedDocuments> {
  const { store, embedder, filling } = shared;
  const existing = await store.collection(collection, signal);
  if (existing) checkEmbedder(existing, embedder);
  const width = existing?.width ?? embedder.width;
  const failed: { document: string; reason: string }[] = [];
  const files = await indexedFiles(shared, collection, given);
  const named = withIds(given);
  const shares = sharedIds(named);
  const good = named.filter((document) => {
    const reason = whyNot(document, width, files) ?? shares.get(document);
    if (reason !== undefined) failed.push({ document: document.name, reason });
    return reason === undefined;
  });
  if (good.length === 0) throw nothingToIndex(failed);
  const vectors = new Map<string, Float32Array>();
  const documents: KnowledgeDocument[] = [];
  const place = givenPlace(caller);
  for (const { id, content, metadata: own, embedding } of good) {
    signal.throwIfAborted();
    const question = {
      act: 'cut',
      id,
      text: content,
      metadata: { ...metadata, ...own },
      embedder: embedder.id,
    } as const;
    // Sound: reading-process.ts answers `cut` with a document.
    const cut = (await shared.reading.of(place).ask({
      ...question,
      isWhole: embedding !== undefined,
    })) as KnowledgeDocument;
    const owned = { ...cut, id: givenId(place, id), path: place };
    documents.push(embedding ? withVector(owned, Float32Array.from(embedding), vectors) : owned);
  }
  if (!existing) await store.create(collection, embedder.id, signal);
  const counts = await writeDocuments(shared, collection, documents, vectors, signal);
  await filling.wait(WAIT_MS, signal);
  const facts = await store.collection(collection, signal);
  return {
    collection,
    indexed: documents.length,
    ...counts,
    chunks: documents.reduce((sum, { pieces }) => sum + pieces.length, 0),
    made: good
      .filter(({ position }) => given[position - 1]?.id === undefined)
      .map(({ position, id }) => ({ number: position, id })),
    failed,
    vectors: { done: facts?.vectors ?? 0, total: facts?.chunks ?? 0 },
  };
}

/** Of the ids that are given, those of files that are followed here: the file would come back beside the document. */
async function indexedFiles(
  { store, records }: Shared,
  collection: string,
  given: readonly GivenDocument[],
): Promise<ReadonlySet<string>> {
  const paths = given.flatMap(({ id }) => (id !== undefined && isAbsolute(id) ? [id] : []));
  if (paths.length === 0) return new Set();
  const sources = await records.sources(store.name);
  const around = sources.filter(
    (source) => source.collection === collection && paths.some((path) => isInside(path, [source.path])),
  );
  const lists = await Promise.all(around.map(({ id }) => records.files(id)));
  return new Set(lists.flat().map(({ path }) => path));
}

function whyNot(
  { id, content, embedding }: NamedDocument,
  width: number | undefined,
  files: ReadonlySet<string>,
): string | undefined {
  if (id.trim() === '') return 'Its id is blank; leave it out, and one is made';
  if (files.has(id)) return 'It is a file that is indexed here; change the file, and it is read again';
  if (content.trim() === '') return 'It has no text';
  if (embedding && width !== undefined && embedding.length !== width)
    return `Its embedding has ${embedding.length} places, and those of this collection have ${width}`;
  return undefined;
}

const nothingToIndex = (failed: readonly { document: string; reason: string }[]): ToolError =>
  new ToolError(
    'VALIDATION',
    `Nothing was indexed: ${failed.map(({ document, reason }) => `document ${document}: ${reason}`).join('; ')}`,
    {
      hint: 'Each document needs content and an id of its own; an embedding must have the size of the collection.',
    },
  );

/** A vector that came with a document belongs to it, not to its text: two may have one text and two vectors. */
function withVector(
  document: KnowledgeDocument,
  vector: Float32Array,
  vectors: Map<string, Float32Array>,
): KnowledgeDocument {
  const key = keyOf(`given\0${document.id}\0${Buffer.from(vector.buffer).toString('base64')}`);
  vectors.set(key, vector);
  return { ...document, pieces: document.pieces.map((piece) => ({ ...piece, key })) };
}
