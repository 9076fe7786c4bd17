import { MASK } from '../../../core/text/mask.ts';
import { CODE_LITERALS, findCodes } from '../finders/access-codes.ts';
import { findAssignments, HINT_LITERALS } from '../finders/assignments.ts';
import { hasBackslashes, readWithoutBackslashes } from '../finders/backslashes.ts';
import { type Columns, createColumns, INSERT_LITERALS } from '../finders/columns.ts';
import { COMMAND_LITERALS, findCommandSecrets } from '../finders/command-lines.ts';
import { CALL_LITERALS, findCallSecrets } from '../finders/credential-calls.ts';
import { FILE_LITERALS, findFileSecrets } from '../finders/credential-files.ts';
import { ENCODED_LITERALS, maskEncoded } from '../finders/encoded-text.ts';
import { ESC, ESCAPE_LITERALS, type Reading, readAsIs, readWithoutEscapes } from '../finders/escapes.ts';
import { createKeyBlocks, KEY_LITERALS } from '../finders/key-blocks.ts';
import { findPhrases, PHRASE_LITERALS } from '../finders/phrases.ts';
import { findByPlace, PLACE_LITERALS } from '../finders/positional-secrets.ts';
import { DOCUMENT_LITERALS, findDocumentSecrets } from '../finders/secret-documents.ts';
import { findTokens, TOKEN_LITERALS } from '../finders/token-formats.ts';
import { AUTHORITY_LITERALS, findUrlCredentials } from '../finders/url-credentials.ts';
import { findKnownValues } from '../values/known-values.ts';
import type { Hits, Literal } from './literal.ts';
import { NO_HITS, type Scan } from './scan.ts';
import type { Finder, Report, Span } from './spans.ts';
import type { SecretSearch } from './stream.ts';

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
  ...PLACE_LITERALS,
  ...CODE_LITERALS,
  ...INSERT_LITERALS,
  ...DOCUMENT_LITERALS,
  ...ENCODED_LITERALS,
];

const FINDERS: readonly Finder[] = [
  findKnownValues,
  findTokens,
  findUrlCredentials,
  findAssignments,
  findCommandSecrets,
  findFileSecrets,
];
/** What few texts have anything for. */
const RARE_FINDERS: readonly Finder[] = [
  findPhrases,
  findCallSecrets,
  findByPlace,
  findCodes,
  findDocumentSecrets,
];

const findAll: Finder = (text, from, hits, report) => {
  for (const find of FINDERS) find(text, from, hits, report);
  if (hits.phrase || hits.call || hits.place || hits.code || hits.document)
    for (const find of RARE_FINDERS) find(text, from, hits, report);
};

/** Whether there is anything to search for, in a text that begins outside a key. */
export const mayHoldSecrets = (text: string, hits: Hits): boolean =>
  hits !== NO_HITS || text.includes(ESC) || hasBackslashes(text);

/** One search for all layers; a key or a table that is open at the end of a text goes on in the next. */
export function createSearch(scan: Scan): SecretSearch {
  const keyBlocks = createKeyBlocks();
  let columns: Columns | undefined;
  const hasSecrets = (text: string): boolean => {
    let isFound = false;
    const report = () => {
      isFound = true;
    };
    const hits = scan(text, 0);
    if (hits.keyBlock) createKeyBlocks().mask(text, { from: 0, to: text.length }, hits, report);
    if (!isFound) findAll(text, 0, hits, report);
    return isFound;
  };
  return (text, from, to, hits = scan(text, from)) => {
    const spans: Span[] = [];
    const reportTo =
      ({ toOriginal }: Reading): Report =>
      (start, end, mask = MASK) => {
        const begin = Math.max(toOriginal(start), from);
        const last = toOriginal(end - 1) + 1;
        if (begin < to && last > begin) spans.push({ start: begin, end: last, mask });
      };
    const colours = hits.escape || text.includes(ESC) ? readWithoutEscapes(text) : undefined;
    const shown = colours?.shown ?? readAsIs(text);
    const part = { from: shown.fromOriginal(from), to: shown.fromOriginal(to) };
    const shownHits = colours ? scan(shown.text, part.from) : hits;
    const report = reportTo(shown);
    if (keyBlocks.isOpen() || shownHits.keyBlock) keyBlocks.mask(shown.text, part, shownHits, report);
    if (columns?.isOpen() || shownHits.hint || shownHits.insert) {
      columns ??= createColumns();
      columns.mask(shown.text, part, shownHits, report);
    }
    findAll(shown.text, part.from, shownHits, report);
    if (shownHits.encoded) maskEncoded(shown.text, shownHits.encoded, hasSecrets, report);
    // What else the same text may be read as.
    for (const other of [colours?.spaced, readWithoutBackslashes(shown)]) {
      if (other === undefined) continue;
      const start = other.fromOriginal(from);
      findAll(other.text, start, scan(other.text, start), reportTo(other));
    }
    return spans;
  };
}
