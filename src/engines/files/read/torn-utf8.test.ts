import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCut } from '../../../../test/support/plain-cut.ts';
import { createLineReader } from './line-reader.ts';
import { decodeExactly, detectForm, encode } from './text-form.ts';
import { decodeTorn, encodeTorn, isMostlyUtf8, showUtf8 } from './torn-utf8.ts';

const piece = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '\ufffd', '\n'), maxLength: 4 }).map(Buffer.from),
  fc.uint8Array({ min: 0x80, maxLength: 3 }).map(Buffer.from),
  fc
    .constantFrom([0xe6, 0xbc], [0xf0, 0x9f, 0x92], [0xc3], [0xed, 0xa0, 0x80], [0xf4, 0x90])
    .map(Buffer.from),
);
const bytes = fc.array(piece, { maxLength: 12 }).map((parts) => Buffer.concat(parts));

test('whatever the bytes are, they come back, and are shown one by one where they are no text', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const text = decodeTorn(given);
      expect(encodeTorn(text)).toEqual(given);
      expect(showUtf8(given)).toBe(text.toWellFormed());
      expect(showUtf8(given)).toHaveLength(text.length);
      // The platform shows as little as one sign for several bytes, but the same text around them.
      const withoutSigns = (shown: string): string => shown.replaceAll('\ufffd', '');
      expect(withoutSigns(showUtf8(given))).toBe(withoutSigns(given.toString('utf8')));
      const form = detectForm(given, { isWhole: true });
      if (form) expect(encode(decodeExactly(given, form), form)).toEqual(given);
    }),
    { numRuns: 2000 },
  );
});

test('a text that comes in pieces shows the same signs', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 5 }), (given, size) => {
      const page = { startLine: 1, startColumn: 1, maxLines: 1000, maxBytes: 100_000, cut: plainCut };
      const reader = createLineReader({ encoding: 'utf-8', hasBom: false }, page, { line: 1, offset: 0 });
      for (let at = 0; at < given.length; at += size) reader.push(given.subarray(at, at + size));
      expect(reader.page().content).toBe(showUtf8(given));
      expect(reader.hasBadBytes).toBe(
        given.toString() !== showUtf8(given) || !decodeTorn(given).isWellFormed(),
      );
    }),
    { numRuns: 1000 },
  );
});

test('texts in other encodings are not taken for damaged UTF-8', () => {
  const texts = ['Übung für den Ärger, ja', 'LIBERTÉ\xa0! Égalité, fraternité', 'año, señor: ¿qué?', 'x\xff'];
  for (const text of texts) expect(isMostlyUtf8(Buffer.from(text, 'latin1')), text).toBe(false);
  expect(isMostlyUtf8(Buffer.from('c4e3bac3cac0bde7', 'hex')), 'GBK').toBe(false);
  expect(isMostlyUtf8(Buffer.from('cff0e8e2e5f2ece8f0', 'hex')), 'Windows-1251').toBe(false);
  expect(isMostlyUtf8(Buffer.from('93fa967b8cea82c582b7', 'hex')), 'Shift JIS').toBe(false);
});
