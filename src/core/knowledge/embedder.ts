/** Turns texts into vectors. Vectors of two embedders cannot be compared, so a collection remembers its own. */
export interface Embedder {
  /** Model, revision and format: whatever changes the vectors changes this. */
  readonly id: string;
  /** Length of its vectors, where that is known beforehand. */
  readonly width: number | undefined;
  /** Texts it takes at once. */
  readonly batch: number;
  embed(
    texts: readonly string[],
    kind: 'query' | 'passage',
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}
