import type { Cut } from '../../core/text/cut-text.ts';
import { redactEncoded } from './finders/base64-value.ts';
import { type Budget, createBudget, WITHHELD } from './scan/budget.ts';
import { rememberClean } from './scan/clean-texts.ts';
import { cutPieces } from './scan/cut-pieces.ts';
import { createSearch, LITERALS, mayHoldSecrets } from './scan/find-secrets.ts';
import { holdsBack } from './scan/hold-back.ts';
import { spansOf } from './scan/long-texts.ts';
import { type AnchorTable, createScan, createTable, type Scan } from './scan/scan.ts';
import { countMasks, mergeSpans, replaceSpans } from './scan/spans.ts';
import { createStream, MOST_HELD, type RedactionStream } from './scan/stream.ts';
import { type Environment, knownLiterals, secretsOf } from './values/known-values.ts';

export interface Redacted {
  readonly text: string;
  readonly count: number;
}

/** Takes secrets out of text; spans are replaced, the rest stays as it is. */
export interface Redactor {
  (text: string): string;
  /** The same, with the number of secrets. A text that takes too long is withheld from there on. */
  text(input: string, budget?: Budget): Redacted;
  /** The same for a whole value, which may be a text in base64. */
  value(input: string, budget?: Budget): Redacted;
  stream(budget?: Budget): RedactionStream;
  /** Pieces of a text that is judged as a whole; see `CutText`. */
  cut(input: string, pieces: readonly Cut[]): { readonly pieces: readonly string[]; readonly count: number };
  /** From now on these values are masked too, in open streams as well. */
  know(...values: readonly string[]): void;
}

export interface RedactorOptions {
  /** Values whose name looks secret are masked wherever they appear. */
  readonly env?: Environment;
  /** More values to mask wherever they appear. */
  readonly known?: readonly string[];
}

/** The same for all redactors, and made by the first that needs it. */
let common: AnchorTable | undefined;

/** No form of a secret is shorter. */
const SHORTEST = 6;

export function createRedactor({ env = {}, known = [] }: RedactorOptions): Redactor {
  let unprepared: readonly string[] = [...secretsOf(env), ...known];
  let table: AnchorTable | undefined;
  let prepared: Scan | undefined;
  const scan: Scan = (input, from) => {
    common ??= createTable(LITERALS);
    if (prepared === undefined || unprepared.length > 0) {
      table = createTable(knownLiterals(unprepared), table ?? common);
      prepared = createScan(table);
      unprepared = [];
    }
    return prepared(input, from);
  };
  const stream = (budget = createBudget()) => createStream(createSearch(scan), holdsBack, budget);

  function text(input: string, budget?: Budget): Redacted {
    if (input.length < SHORTEST) return { text: input, count: 0 };
    if (input.length > MOST_HELD) {
      const pieces = stream(budget);
      const redacted = pieces.push(input) + pieces.end();
      return { text: redacted, count: pieces.count };
    }
    if (budget?.allows(input.length) === false) return { text: WITHHELD, count: 1 };
    const hits = scan(input, 0);
    if (!mayHoldSecrets(input, hits)) return { text: input, count: 0 };
    const found = createSearch(scan)(input, 0, input.length, hits);
    if (found.length === 0) return { text: input, count: 0 };
    const spans = mergeSpans(found);
    return { text: replaceSpans(input, 0, input.length, spans), count: countMasks(spans) };
  }

  function cut(input: string, pieces: readonly Cut[]) {
    const hits = input.length <= MOST_HELD ? scan(input, 0) : undefined;
    if (hits && !mayHoldSecrets(input, hits)) return cutPieces(input, [], pieces);
    return cutPieces(input, mergeSpans(spansOf(input, createSearch(scan))), pieces);
  }

  const clean = rememberClean((input, budget) => {
    // First, because it leaves the rest of the text readable.
    const encoded = redactEncoded(input, (decoded) => text(decoded, budget));
    return encoded.count > 0 ? encoded : text(input, budget);
  });

  const learned = new Set(unprepared);

  function know(...values: readonly string[]): void {
    const fresh = values.filter((value) => !learned.has(value));
    for (const value of fresh) learned.add(value);
    unprepared = [...unprepared, ...fresh];
    if (fresh.length > 0) clean.forget();
  }

  return Object.assign((input: string) => text(input).text, {
    text,
    value: clean.read,
    stream,
    cut,
    know,
  });
}
