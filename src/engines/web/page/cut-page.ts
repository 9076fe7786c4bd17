import { type CutText, cutPiece } from '../../../core/text/cut-text.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import type { Page, PageText } from './fetch-page.ts';

interface Cut {
  readonly offset: number;
  readonly maxBytes: number;
}

/** The part of a page that was asked for, ended at a line where there is one. */
export function cutPage(page: PageText, { offset, maxBytes }: Cut, cut: CutText): Page {
  const totalCharacters = page.content.length;
  const start = Math.min(offset, totalCharacters);
  const end = start + beginning(page.content.slice(start), maxBytes).length;
  return {
    ...page,
    content: cutPiece(page.content, { start, end }, cut),
    totalCharacters,
    ...(end < totalCharacters && { nextOffset: end }),
  };
}

function beginning(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // A cut inside a character leaves U+FFFD at the end.
  const head = withoutEnd(bytes.subarray(0, maxBytes).toString('utf8'), '\uFFFD');
  const lineEnd = head.lastIndexOf('\n') + 1;
  // At least one character, or reading on would never get further.
  return lineEnd > head.length / 2 ? head.slice(0, lineEnd) : head || text.slice(0, 1);
}
