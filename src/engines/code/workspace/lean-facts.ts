import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import type { FileFacts, SymbolFact, SymbolKind } from '../facts.ts';

/** What an index keeps of a file: thousands of them are in memory. */
export interface LeanFacts extends Omit<FileFacts, 'symbols'> {
  readonly symbols: readonly LeanSymbol[];
}

export interface LeanSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly container?: string;
  readonly isExported?: true;
  /** Of what others can use, for maps. */
  readonly signature?: string;
  readonly doc?: string;
}

const LONGEST_SIGNATURE = 160;
const LONGEST_DOC = 160;

export const leanFacts = (facts: FileFacts): LeanFacts => ({ ...facts, symbols: facts.symbols.map(lean) });

function lean({
  name,
  kind,
  line,
  column,
  range,
  container,
  isExported,
  signature,
  doc,
}: SymbolFact): LeanSymbol {
  const isShown = isExported === true && container === undefined;
  const first = doc?.split(/(?<=[.!?])\s|\n\s*\n|\n@/)[0]?.replace(/\s+/g, ' ');
  const sentence = first && cutAtWord(first, LONGEST_DOC);
  return {
    name,
    kind,
    line,
    column,
    endLine: range.endLine,
    ...(container !== undefined && { container }),
    ...(isExported && { isExported }),
    ...(isShown && signature !== undefined && { signature: cutAtWord(signature, LONGEST_SIGNATURE) }),
    ...(isShown && sentence !== undefined && sentence !== '' && { doc: sentence }),
  };
}
