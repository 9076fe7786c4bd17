import { MASK } from '../../core/mask.ts';
import { readWithoutEscapes } from './escapes.ts';
import { createKeyBlocks } from './key-blocks.ts';
import type { Finder, Span } from './spans.ts';
import type { SecretSearch } from './stream.ts';

/** One search for all layers; a key block that is open at the end of a text goes on in the next. */
export function createSearch(finders: readonly Finder[]): SecretSearch {
  const keyBlocks = createKeyBlocks();
  return (text, from, to) => {
    const spans: Span[] = [];
    const report = (start: number, end: number, mask = MASK) => {
      const begin = Math.max(start, from);
      if (begin < to && end > begin) spans.push({ start: begin, end, mask });
    };
    const readings = readWithoutEscapes(text);
    if (readings === undefined) {
      keyBlocks(text, from, to, report);
      for (const find of finders) find(text, from, report);
      return spans;
    }
    const { shown, spaced } = readings;
    const reportShown = (start: number, end: number, mask?: string) =>
      report(shown.toOriginal(start), shown.toOriginal(end - 1) + 1, mask);
    keyBlocks(shown.text, shown.fromOriginal(from), shown.fromOriginal(to), reportShown);
    for (const find of finders) {
      find(shown.text, shown.fromOriginal(from), reportShown);
      if (spaced !== undefined) find(spaced.text, from, report);
    }
    return spans;
  };
}
