import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeptOutput } from './kept-output.ts';

test('what fits is kept as it is, whatever pieces it came in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, size) => {
      const bytes = Buffer.from(text);
      const kept = createKeptOutput(bytes.length + 1);
      for (let at = 0; at < bytes.length; at += size + 1) kept.add(bytes.subarray(at, at + size + 1));
      expect(kept.read()).toEqual({ text: bytes.toString(), bytes: bytes.length, truncated: false });
      expect(kept.whole().equals(bytes)).toBe(true);
    }),
  );
});

test('what does not fit keeps its two ends, never cuts a character, and says how much is missing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'é', '€', '𝄞', '\n'), { minLength: 200 }),
      fc.integer({ min: 8, max: 64 }),
      (characters, keepBytes) => {
        const bytes = Buffer.from(characters.join(''));
        const kept = createKeptOutput(keepBytes);
        for (let at = 0; at < bytes.length; at += 7) kept.add(bytes.subarray(at, at + 7));
        const { text, bytes: counted, truncated } = kept.read();
        const [head = '', left = '', tail = ''] = text.split(
          /\n\[\.\.\. (\d+) of \d+ bytes left out \.\.\.\]\n/,
        );
        expect([counted, truncated]).toEqual([bytes.length, true]);
        expect(text).not.toContain('\uFFFD');
        expect(characters.join('').startsWith(head) && characters.join('').endsWith(tail)).toBe(true);
        expect(Buffer.byteLength(head) + Number(left) + Buffer.byteLength(tail)).toBe(bytes.length);
      },
    ),
  );
});
