import { type Budget, WITHHELD } from './budget.ts';
import type { Hits } from './literal.ts';
import { countMasks, mergeSpans, replaceSpans, type Span } from './spans.ts';

/** Text in pieces; the joined answers equal the redaction of the joined pieces, wherever they were cut. */
export interface RedactionStream {
  push(chunk: string): string;
  end(): string;
  /** What waits for more text, as it came; empty while a mask stands for the beginning of it. */
  readonly held: string;
  /** How many secrets were masked so far. */
  readonly count: number;
}

/** Finds the secrets of `text` that begin in `from`..`to`; what it remembers between calls belongs to one stream. */
export type SecretSearch = (text: string, from: number, to: number, hits?: Hits) => Span[];

/** Whether the line that ends at `end` must be read together with the next one. */
export type HoldsBack = (text: string, start: number, end: number) => boolean;

export const MOST_HELD = 65_536;
/** The part of a too long line that is read again with what follows it. */
const OVERLAP = 8_192;
/** What is kept before a cut inside a line, so that a token's left neighbour can be seen. */
const CONTEXT = 256;
const TOKEN_RUN = /[\w+/=.~-]*/y;

/**
 * Passes on whole lines and holds the rest. A line (or a group of lines that belong together) over 64 KB is cut
 * at an offset counted from its beginning, never from a chunk's, so chunks cannot change the result. What comes
 * after the budget is spent is withheld.
 */
export function createStream(search: SecretSearch, holdsBack: HoldsBack, budget: Budget): RedactionStream {
  let before = '';
  let held = '';
  /** All line ends of `held` before this offset are known to hold back. */
  let examined = 0;
  /** Characters at the beginning of `held` that a mask already stands for. */
  let covered = 0;
  let isCutInSecret = false;
  let isWithheld = false;
  let count = 0;

  /** Masks the first `length` characters of what is held and lets go of them up to `upTo`. */
  function release(length: number, upTo: number): string {
    const from = before.length;
    const text = before + held.slice(0, length);
    if (isCutInSecret) {
      TOKEN_RUN.lastIndex = from + covered;
      covered += TOKEN_RUN.exec(text)?.[0].length ?? 0;
    }
    const spans: Span[] = [];
    for (const span of mergeSpans(search(text, from, from + upTo))) {
      if (span.start >= from + covered) spans.push(span);
      else covered = Math.max(covered, span.end - from);
    }
    const released = replaceSpans(text, Math.min(from + covered, from + upTo), from + upTo, spans);
    const end = Math.max(from + covered, spans.at(-1)?.end ?? 0) - from;
    count += countMasks(spans);
    isCutInSecret = upTo < length && end === length;
    covered = Math.max(0, end - upTo);
    before = upTo < length ? text.slice(-CONTEXT - (length - upTo), upTo - length) : '';
    held = held.slice(upTo);
    examined = 0;
    return released;
  }

  function releaseInTime(length: number, upTo: number): string {
    if (isWithheld) return '';
    if (budget.allows(length)) return release(length, upTo);
    isWithheld = true;
    count++;
    return WITHHELD;
  }

  function drain(): string {
    const parts: string[] = [];
    while (!isWithheld) {
      const { cut, newest } = lastCut(held, examined, holdsBack);
      if (cut === 0) examined = Math.max(examined, newest + 1);
      if (cut > 0) parts.push(releaseInTime(cut, cut));
      else if (held.length > MOST_HELD) parts.push(releaseInTime(MOST_HELD, MOST_HELD - OVERLAP));
      else break;
    }
    if (isWithheld) held = '';
    return parts.join('');
  }

  return {
    push(chunk) {
      if (isWithheld) return '';
      held += chunk;
      return held.length > MOST_HELD || chunk.includes('\n') ? budget.during(drain) : '';
    },
    end: () => budget.during(() => drain() + releaseInTime(held.length, held.length)),
    get held() {
      return covered > 0 || isCutInSecret ? '' : held;
    },
    get count() {
      return count;
    },
  };
}

/** Behind the last line that can be passed on by itself, if there is one, and the newest line end of all. */
function lastCut(held: string, examined: number, holdsBack: HoldsBack): { cut: number; newest: number } {
  const limit = Math.min(held.length, MOST_HELD);
  const newest = held.lastIndexOf('\n', limit - 1);
  for (let lineEnd = newest; lineEnd >= examined; ) {
    const lineStart = held.lastIndexOf('\n', lineEnd - 1) + 1;
    if (!holdsBack(held, lineEnd === 0 ? 0 : lineStart, lineEnd)) return { cut: lineEnd + 1, newest };
    if (lineEnd === 0) break;
    lineEnd = lineStart - 1;
  }
  return { cut: 0, newest };
}
