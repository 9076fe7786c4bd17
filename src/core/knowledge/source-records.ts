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
}
