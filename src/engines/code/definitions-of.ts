import type { SymbolFact } from './facts.ts';
import { createFactsReader, type FactsReader } from './facts-reader.ts';
import { codeLanguageOf } from './languages.ts';
import { createReader } from './reader/reader.ts';

let shared: FactsReader | undefined;

/**
 * The definitions in the text of a file, outermost first, with exact ranges and offsets: for code that cuts a file into
 * pieces. Empty where the language of `path` is not known.
 */
export async function definitionsOf(
  path: string,
  text: string,
  signal?: AbortSignal,
): Promise<readonly SymbolFact[]> {
  if (!codeLanguageOf(path)) return [];
  shared ??= createFactsReader(createReader());
  return (await shared.facts(path, text, signal)).symbols;
}
