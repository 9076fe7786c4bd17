import type { Hits } from './literal.ts';

/** A piece of text to take out, and what to put there: the mask, or nothing for what follows an already masked line. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
}

export type Report = (start: number, end: number, mask?: string) => void;

/**
 * Reports the secrets of `text` that begin at `from` or later, where the literals of its layer were found; what
 * stands before `from` is context only. A finder must not look past a line end except where `holdsBack` says so: only then does the result not
 * depend on where a stream is cut.
 */
export type Finder = (text: string, from: number, hits: Hits, report: Report) => void;

/** Sorted and without overlaps; of two that overlap the first keeps its mask. */
export function mergeSpans(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

/** The text between two offsets with the spans in it replaced. */
export function replaceSpans(text: string, from: number, to: number, spans: readonly Span[]): string {
  if (spans.length === 0) return text.slice(from, to);
  const parts: string[] = [];
  let at = from;
  for (const { start, end, mask } of spans) {
    parts.push(text.slice(at, start), mask);
    at = end;
  }
  parts.push(text.slice(at, Math.max(at, to)));
  return parts.join('');
}

export const countMasks = (spans: readonly Span[]): number =>
  spans.reduce((count, { mask }) => count + (mask === '' ? 0 : 1), 0);
