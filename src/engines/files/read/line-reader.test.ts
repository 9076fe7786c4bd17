import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCut } from '../../../../test/support/plain-cut.ts';
import { createLineReader } from './line-reader.ts';
import { encode, TEXT_ENCODINGS } from './text-form.ts';
import { lineStarts, type PageOptions, pageOf, type TextPage } from './text-page.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r\n', ' '), maxLength: 80 });
const limits = { maxLines: fc.integer({ min: 1, max: 6 }), maxBytes: fc.integer({ min: 2, max: 40 }) };
const whole = { startLine: 1, startColumn: 1 };

/** All of a text, page by page. */
function readAll(
  read: (options: PageOptions) => TextPage,
  most: { maxLines: number; maxBytes: number },
): string {
  const parts: string[] = [];
  let next: { nextLine?: number; nextColumn?: number } = { nextLine: 1 };
  for (let pages = 0; next.nextLine !== undefined && pages < 500; pages++) {
    const page = read({
      ...most,
      cut: plainCut,
      startLine: next.nextLine,
      startColumn: next.nextColumn ?? 1,
    });
    parts.push(page.content);
    next = page;
  }
  return parts.join('');
}

test('the pages of a text, joined, are the text, and each fits', () => {
  fc.assert(
    fc.property(text, limits.maxLines, limits.maxBytes, (content, maxLines, maxBytes) => {
      const starts = lineStarts(content);
      const read = (options: PageOptions): TextPage => {
        const page = pageOf(content, starts, options);
        expect(Buffer.byteLength(page.content)).toBeLessThanOrEqual(maxBytes);
        return page;
      };
      expect(readAll(read, { maxLines, maxBytes })).toBe(content);
    }),
    { numRuns: 500 },
  );
});

test('a text that comes in pieces has the same pages, in every encoding and from any place', () => {
  const start = fc.record({ line: fc.integer({ min: 1, max: 12 }), column: fc.integer({ min: 1, max: 12 }) });
  const pieces = fc.integer({ min: 1, max: 9 });
  const encoding = fc.constantFrom(...TEXT_ENCODINGS);
  fc.assert(
    fc.property(
      text,
      start,
      pieces,
      encoding,
      limits.maxBytes,
      (content, { line, column }, size, kind, maxBytes) => {
        const options = { startLine: line, startColumn: column, maxLines: 4, maxBytes, cut: plainCut };
        const reader = createLineReader({ encoding: kind, hasBom: false }, options, { line: 1, offset: 0 });
        const bytes = encode(content, { encoding: kind, hasBom: false });
        // A piece of two-byte characters is never odd, as reads of files are not.
        const step = kind.startsWith('utf-16') ? size * 2 : size;
        for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step));
        const starts = lineStarts(content);
        expect(reader.lines).toBe(starts.length);
        const isWithinLine =
          column <= (starts[line] ?? content.length) - (starts[line - 1] ?? content.length);
        if (isWithinLine) expect(reader.page()).toEqual(pageOf(content, starts, options));
        if (reader.mark)
          expect(reader.mark.offset).toBe(
            encode(content.slice(0, starts[line - 1]), { encoding: kind, hasBom: false }).length,
          );
      },
    ),
    { numRuns: 2000 },
  );
});

test('from a mark a reader goes on as if it had read what stands before', () => {
  const content = 'one\ntwo\nthree\nfour\n';
  const options = { ...whole, startLine: 4, maxLines: 9, maxBytes: 100, cut: plainCut };
  const reader = createLineReader({ encoding: 'utf-8', hasBom: false }, options, { line: 3, offset: 8 });
  reader.push(Buffer.from(content.slice(8)));
  expect(reader.page()).toEqual({ content: 'four\n', truncated: false });
  expect(reader.lines).toBe(4);
  expect(reader.mark).toEqual({ line: 4, offset: 14 });
});
