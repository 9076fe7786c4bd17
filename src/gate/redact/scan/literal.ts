/** The layers of the search. */
export type Layer =
  | 'escape'
  | 'known'
  | 'keyBlock'
  | 'token'
  | 'shape'
  | 'authority'
  | 'hint'
  | 'program'
  | 'statement'
  | 'port'
  | 'webKey'
  | 'phrase'
  | 'call'
  | 'place'
  | 'code'
  | 'insert'
  | 'document'
  | 'encoded';

/** What a layer looks for before it looks closer. */
export interface Literal {
  readonly layer: Layer;
  /** At least two characters. In small letters if case is ignored. */
  readonly text: string;
  readonly ignoresCase?: boolean;
  /** One of these follows; must be said where the text has two characters only. */
  readonly next?: string;
  /** A cheap look at the neighbours that rules out most places. */
  readonly isMeant?: (text: string, index: number) => boolean;
}

/** Where a literal stands. */
export interface Hit {
  readonly index: number;
  readonly text: string;
}

/** What was found for each layer, in order; of several at one place the longest first. */
export type Hits = Readonly<Partial<Record<Layer, readonly Hit[]>>>;

/**
 * What a word has in small letters, with a capital before them and in capitals: all but its first letter. That is
 * less to look for than any mixture of letters, and a capital and two letters begin half of all names in a program.
 */
export const withoutFirstLetters = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => [word.slice(1), word.slice(1).toUpperCase()])),
];
