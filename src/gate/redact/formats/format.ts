/** One kind of token; the examples are checked by a test, with generated characters where a `<n>` stands. */
export interface TokenFormat {
  readonly name: string;
  /** How it begins, literally; all beginnings are searched at once. None: `body` is the whole token. */
  readonly prefixes: readonly string[];
  /** What follows. Without nested repetition, and bounded where it may fail late: texts are hostile. */
  readonly body: RegExp;
  /** The characters with which the body may begin: for prefixes of two letters. */
  readonly firsts?: string;
  /** What stands before the prefix and belongs to the token; ends with `$`. */
  readonly left?: RegExp;
  /** How many characters before the prefix are looked at; 40 unless said. */
  readonly leftLength?: number;
  /** Characters besides letters and digits that may not stand before it. */
  readonly notAfter?: string;
  /** May begin in the middle of a word. */
  readonly isAnywhere?: boolean;
  /** Only what follows the prefix is secret. */
  readonly keepsPrefix?: boolean;
  /** The body must not read as words: the prefix alone proves little. */
  readonly isWordless?: boolean;
  /** Instead of the tests for masks and for words. */
  readonly check?: (body: string) => boolean;
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
}
