import type { Cut } from '../../../core/text/cut-text.ts';
import { MASK } from '../../../core/text/mask.ts';
import type { Span } from './spans.ts';

/** The pieces of a text without the spans in it; each is masked where a span reaches into it. */
export function cutPieces(
  text: string,
  spans: readonly Span[],
  pieces: readonly Cut[],
): { readonly pieces: readonly string[]; readonly count: number } {
  if (spans.length === 0) return { pieces: pieces.map(({ start, end }) => text.slice(start, end)), count: 0 };
  let count = 0;
  const shown = pieces.map((piece) => {
    const within = spans.filter((span) => span.start < piece.end && span.end > piece.start);
    count += within.length;
    return within.length === 0 ? text.slice(piece.start, piece.end) : withoutSpans(text, within, piece);
  });
  return { pieces: shown, count };
}

function withoutSpans(text: string, spans: readonly Span[], { start, end }: Cut): string {
  const parts: string[] = [];
  let at = start;
  for (const [i, span] of spans.entries()) {
    const from = Math.max(span.start, start);
    const to = Math.min(span.end, end);
    // What follows a masked line shows nothing, but a piece that begins there says why it is empty.
    parts.push(
      text.slice(at, from),
      i === 0 && span.mask === '' ? MASK : span.mask,
      lineEndsIn(text.slice(from, to)),
    );
    at = to;
  }
  parts.push(text.slice(at, end));
  return parts.join('');
}

/** Lines keep their numbers. */
const lineEndsIn = (masked: string): string => masked.replace(/[^\n]/g, '');
