import type { FileFacts } from '../facts.ts';
import type { FactsOptions } from '../read-facts.ts';

/** What the reading process is asked, by method, and what it answers. */
export interface ReaderMethods {
  facts: {
    readonly params: FactsOptions & { readonly path: string; readonly text: string };
    readonly result: FileFacts | null;
  };
}

export type Method = keyof ReaderMethods;

/** One line to the process, and one line back; several questions may be open at a time. */
export interface Request {
  readonly id: number;
  readonly method: Method;
  readonly params: unknown;
}

export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}
