export type Path = readonly (string | number)[];

/** Something wrong with a document, and the field it is about. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
