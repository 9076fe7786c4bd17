import type { Where } from './where.ts';

type Data = Record<string, unknown>;

/** A part of a document that is searched on its own. */
export interface Piece {
  /** Its heading, or the path and scope it stands in. */
  readonly title: string;
  /** Names that are defined in it. */
  readonly definitions: readonly string[];
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  /** What is turned into a vector. */
  readonly passage: string;
  /** Hash of passage and embedder: the same text has one vector, wherever it stands. */
  readonly key: string;
}

export type DocumentKind = 'prose' | 'code';

export interface KnowledgeDocument {
  readonly id: string;
  /** The file it was read from, or the place of who handed it over: who may not read there is not shown it. */
  readonly path?: string | undefined;
  readonly kind: DocumentKind;
  readonly metadata: Readonly<Data>;
  readonly pieces: readonly Piece[];
}

export interface CollectionFacts {
  readonly name: string;
  /** What made its vectors; undefined where another program made the collection. */
  readonly embedder: string | undefined;
  readonly width: number | undefined;
  /** Undefined where they would have to be counted one by one. */
  readonly documents: number | undefined;
  readonly chunks: number;
  /** Chunks whose vector is there. */
  readonly vectors: number;
}

export interface SearchRequest {
  /** Words to look for, as the query has them. */
  readonly words: readonly string[];
  readonly vector: Float32Array | undefined;
  readonly where: Where | undefined;
  /** Places whose documents the caller may read; documents without a path, of other programs, are everybody's. */
  readonly roots: readonly string[];
  /** Of each kind, by words and by vector. */
  readonly limit: number;
}

/** A piece that may be an answer, with what speaks for it. */
export interface Candidate {
  readonly id: string;
  readonly path: string | undefined;
  readonly kind: DocumentKind;
  readonly metadata: Readonly<Data>;
  readonly place: number;
  readonly title: string;
  readonly definitions: readonly string[];
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Higher is better; 0 where no word was found. */
  readonly lexical: number;
  /** Cosine to the query; undefined where there is no vector. */
  readonly dense: number | undefined;
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** Of the collection, for saying whether vectors were complete. */
  readonly chunks: number;
  readonly vectors: number;
}

export interface Upserted {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
}

/** Where documents and their vectors are kept and found. All of a call is done, or nothing. */
export interface VectorStore {
  readonly name: 'embedded' | 'chroma' | 'postgres';
  /** It takes no chunk without its vector. */
  readonly needsVectors: boolean;
  collections(signal: AbortSignal): Promise<readonly CollectionFacts[]>;
  collection(name: string, signal: AbortSignal): Promise<CollectionFacts | undefined>;
  /** Makes it where it is not there yet. */
  create(name: string, embedder: string, signal: AbortSignal): Promise<CollectionFacts>;
  drop(name: string, signal: AbortSignal): Promise<boolean>;
  /** Documents with a known id are replaced. Vectors by key; the embedded store fills in what is missing later. */
  upsert(
    collection: string,
    documents: readonly KnowledgeDocument[],
    vectors: ReadonlyMap<string, Float32Array>,
    signal: AbortSignal,
  ): Promise<Upserted>;
  /** How many documents were removed. */
  remove(
    collection: string,
    which: { readonly ids: readonly string[] } | { readonly where: Where; readonly roots: readonly string[] },
    signal: AbortSignal,
  ): Promise<number>;
  /** Makes all vectors of a collection anew; undefined where the one who filled it has to do that. */
  readonly reembed: ((collection: string, embedder: string) => Promise<void>) | undefined;
  /** Whether there is anything that a search with these roots could find. */
  holds(collection: string, roots: readonly string[], signal: AbortSignal): Promise<boolean>;
  search(collection: string, request: SearchRequest, signal: AbortSignal): Promise<Candidates>;
  close(): Promise<void>;
}
