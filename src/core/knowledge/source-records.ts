type Data = Record<string, unknown>;

/** A path that was added to a collection. */
export interface SourceRecord {
  readonly id: number;
  readonly collection: string;
  readonly path: string;
  readonly includeIgnored: boolean;
  readonly metadata: Readonly<Data>;
  /** When all of its files were last compared; undefined while the first look is not finished. */
  readonly scannedAt: string | undefined;
  readonly report: Readonly<Data> | undefined;
}

/** A file as it was when it was indexed. */
export interface FileRecord {
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
  readonly hash: string;
  /** Why there is nothing of it to search, if so, and the same in words. */
  readonly skipped?: string | undefined;
  readonly reason?: string | undefined;
}

export interface NewSource extends Pick<SourceRecord, 'collection' | 'path' | 'includeIgnored' | 'metadata'> {
  /** Which store its documents are in. */
  readonly store: string;
}

/** A text that waits for its vector. */
export interface PendingPassage {
  readonly key: string;
  readonly text: string;
}

/** What is remembered on this machine whatever store is used: added paths, their files, and vectors by text. */
export interface KnowledgeRecords {
  pending(embedder: string, limit: number): Promise<readonly PendingPassage[]>;
  pendingCount(embedder: string): Promise<number>;
  cached(keys: readonly string[], width: number): Promise<ReadonlyMap<string, Float32Array>>;
  putVectors(vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  addSource(source: NewSource): Promise<SourceRecord>;
  sources(store: string): Promise<readonly SourceRecord[]>;
  removeSources(ids: readonly number[]): Promise<void>;
  files(source: number): Promise<readonly FileRecord[]>;
  putFiles(source: number, files: readonly FileRecord[]): Promise<void>;
  forgetFiles(source: number, paths: readonly string[]): Promise<void>;
  scanned(source: number, report: Readonly<Data>): Promise<void>;
  /** What all of it takes on this machine. */
  usedBytes(): Promise<number>;
}
