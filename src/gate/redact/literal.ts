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
