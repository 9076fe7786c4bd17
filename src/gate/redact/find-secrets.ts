import { MASK } from '../../core/mask.ts';
import { findAssignments, HINT_LITERALS } from './assignments.ts';
import { COMMAND_LITERALS, findCommandSecrets } from './command-lines.ts';
import { CALL_LITERALS, findCallSecrets } from './credential-calls.ts';
import { FILE_LITERALS, findFileSecrets } from './credential-files.ts';
import { ENCODED_LITERALS, maskEncoded } from './encoded-text.ts';
import { ESC, ESCAPE_LITERALS, readWithoutEscapes } from './escapes.ts';
import { createKeyBlocks, KEY_LITERALS } from './key-blocks.ts';
import { findKnownValues } from './known-values.ts';
import type { Hits, Literal } from './literal.ts';
import { findPhrases, PHRASE_LITERALS } from './phrases.ts';
import { NO_HITS, type Scan } from './scan.ts';
import type { Finder, Span } from './spans.ts';
import type { SecretSearch } from './stream.ts';
import { findTokens, TOKEN_LITERALS } from './token-formats.ts';
import { AUTHORITY_LITERALS, findUrlCredentials } from './url-credentials.ts';

/** What all layers but the known values look for. */
export const LITERALS: readonly Literal[] = [
  ...ESCAPE_LITERALS,
  ...KEY_LITERALS,
  ...TOKEN_LITERALS,
  ...AUTHORITY_LITERALS,
  ...HINT_LITERALS,
  ...COMMAND_LITERALS,
  ...FILE_LITERALS,
  ...PHRASE_LITERALS,
  ...CALL_LITERALS,
  ...ENCODED_LITERALS,
];

const FINDERS: readonly Finder[] = [
  findKnownValues,
  findTokens,
  findUrlCredentials,
  findAssignments,
  findCommandSecrets,
  findFileSecrets,
  findPhrases,
  findCallSecrets,
];

/** Whether there is anything to search for, in a text that begins outside a key. */
export const mayHoldSecrets = (text: string, hits: Hits): boolean => hits !== NO_HITS || text.includes(ESC);

/** One search for all layers; a key block that is open at the end of a text goes on in the next. */
export function createSearch(scan: Scan): SecretSearch {
  const keyBlocks = createKeyBlocks();
  const hasSecrets = (text: string): boolean => {
    let isFound = false;
    const report = () => {
      isFound = true;
    };
    const hits = scan(text, 0);
    if (hits.keyBlock) createKeyBlocks().mask(text, { from: 0, to: text.length }, hits, report);
    for (const find of FINDERS) if (!isFound) find(text, 0, hits, report);
    return isFound;
  };
  return (text, from, to, hits = scan(text, from)) => {
    const spans: Span[] = [];
    const report = (start: number, end: number, mask = MASK) => {
      const begin = Math.max(start, from);
      if (begin < to && end > begin) spans.push({ start: begin, end, mask });
    };
    const readings = hits.escape || text.includes(ESC) ? readWithoutEscapes(text) : undefined;
    if (readings === undefined) {
      if (keyBlocks.isOpen() || hits.keyBlock) keyBlocks.mask(text, { from, to }, hits, report);
      for (const find of FINDERS) find(text, from, hits, report);
      if (hits.encoded) maskEncoded(text, hits.encoded, hasSecrets, report);
      return spans;
    }
    const { shown, spaced } = readings;
    const reportShown = (start: number, end: number, mask?: string) =>
      report(shown.toOriginal(start), shown.toOriginal(end - 1) + 1, mask);
    const part = { from: shown.fromOriginal(from), to: shown.fromOriginal(to) };
    const shownHits = scan(shown.text, part.from);
    const spacedHits = spaced && scan(spaced.text, from);
    keyBlocks.mask(shown.text, part, shownHits, reportShown);
    if (shownHits.encoded) maskEncoded(shown.text, shownHits.encoded, hasSecrets, reportShown);
    for (const find of FINDERS) {
      find(shown.text, part.from, shownHits, reportShown);
      if (spaced && spacedHits) find(spaced.text, from, spacedHits, report);
    }
    return spans;
  };
}
