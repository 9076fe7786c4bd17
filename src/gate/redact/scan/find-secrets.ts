import { MASK } from '../../../core/text/mask.ts';
import { CODE_LITERALS, findCodes } from '../finders/access-codes.ts';
import { findAssignments, HINT_LITERALS } from '../finders/assignments.ts';
import { type Columns, createColumns, INSERT_LITERALS } from '../finders/columns.ts';
import { COMMAND_LITERALS, findCommandSecrets } from '../finders/command-lines.ts';
import { CALL_LITERALS, findCallSecrets } from '../finders/credential-calls.ts';
import { FILE_LITERALS, findFileSecrets } from '../finders/credential-files.ts';
import { ENCODED_LITERALS, maskEncoded } from '../finders/encoded-text.ts';
import { ESC, ESCAPE_LITERALS, readWithoutEscapes } from '../finders/escapes.ts';
import { createKeyBlocks, KEY_LITERALS } from '../finders/key-blocks.ts';
import { findPhrases, PHRASE_LITERALS } from '../finders/phrases.ts';
import { findByPlace, PLACE_LITERALS } from '../finders/positional-secrets.ts';
import { DOCUMENT_LITERALS, findDocumentSecrets } from '../finders/secret-documents.ts';
import { findTokens, TOKEN_LITERALS } from '../finders/token-formats.ts';
import { AUTHORITY_LITERALS, findUrlCredentials } from '../finders/url-credentials.ts';
import { findKnownValues } from '../values/known-values.ts';
import type { Hits, Literal } from './literal.ts';
import { NO_HITS, type Scan } from './scan.ts';
import type { Finder, Span } from './spans.ts';
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
export const mayHoldSecrets = (text: string, hits: Hits): boolean => hits !== NO_HITS || text.includes(ESC);

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
    const report = (start: number, end: number, mask = MASK) => {
      const begin = Math.max(start, from);
      if (begin < to && end > begin) spans.push({ start: begin, end, mask });
    };
    const readings = hits.escape || text.includes(ESC) ? readWithoutEscapes(text) : undefined;
    if (readings === undefined) {
      if (keyBlocks.isOpen() || hits.keyBlock) keyBlocks.mask(text, { from, to }, hits, report);
      if (columns?.isOpen() || hits.hint || hits.insert) {
        columns ??= createColumns();
        columns.mask(text, { from, to }, hits, report);
      }
      findAll(text, from, hits, report);
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
    columns ??= createColumns();
    columns.mask(shown.text, part, shownHits, reportShown);
    if (shownHits.encoded) maskEncoded(shown.text, shownHits.encoded, hasSecrets, reportShown);
    findAll(shown.text, part.from, shownHits, reportShown);
    if (spaced && spacedHits) findAll(spaced.text, from, spacedHits, report);
    return spans;
  };
}
