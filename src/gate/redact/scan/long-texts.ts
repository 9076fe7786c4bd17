import { createBudget, WITHHELD } from './budget.ts';
import type { Span } from './spans.ts';
import { MOST_HELD, type SecretSearch } from './stream.ts';

/** What is read again with the part before it, so that nothing is missed where two parts meet. */
const OVERLAP = 8192;

/** A long text is searched in parts, as a stream is; what is left when its time is over is one span. */
export function spansOf(text: string, search: SecretSearch): Span[] {
  const spans: Span[] = [];
  const budget = createBudget();
  for (let from = 0; from < text.length; from += MOST_HELD - OVERLAP) {
    if (!budget.allows(MOST_HELD)) return [...spans, { start: from, end: text.length, mask: WITHHELD }];
    const start = Math.max(0, from - OVERLAP);
    const part = text.slice(start, from + MOST_HELD);
    const to = Math.min(part.length, from - start + MOST_HELD - OVERLAP);
    for (const span of search(part, from - start, to))
      spans.push({ ...span, start: span.start + start, end: span.end + start });
  }
  return spans;
}
