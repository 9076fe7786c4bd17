import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findText, hasText, replaceText } from './find-text.ts';

// Of two letters, so that much of what is wanted stands there often.
const letters = (most: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: most });

test('a text is found where indexOf finds it, however long it is', () => {
  const places = fc.nat({ max: 300 });
  fc.assert(
    fc.property(letters(400), places, places, places, (text, at, length, from) => {
      const repeated = 'aab'.repeat(100) + text + 'aab'.repeat(100);
      for (const wanted of [repeated.slice(at, at + length), 'a'.repeat(length), `${text}b`])
        expect(findText(repeated, wanted, from)).toBe(repeated.indexOf(wanted, from));
    }),
  );
});

test('a long text is replaced as replaceAll does it', () => {
  const wanted = 'ab'.repeat(100);
  const text = `x${wanted}${wanted}b${wanted}`;
  expect(replaceText(text, wanted, '$&')).toBe(text.replaceAll(wanted, () => '$&'));
  expect(replaceText(text, '', 'x')).toBe(text);
  expect(hasText(text, `${wanted}b${wanted}`)).toBe(true);
  expect(hasText(text, `${wanted}a`)).toBe(true);
  expect(hasText(text, `${wanted}c`)).toBe(false);
});

test.each([64, 65, 1000, 80_000, 400_000])('%i characters are looked for in one pass', (length) => {
  const text = 'a'.repeat(800_000);
  const [begunAt, { user }] = [performance.now(), process.cpuUsage()];
  expect(findText(text, `ab${'a'.repeat(length - 2)}`)).toBe(-1);
  expect(findText(text, `${'a'.repeat(length - 1)}b`)).toBe(-1);
  expect(findText(`${text}b`, `${'a'.repeat(length - 1)}b`)).toBe(text.length + 1 - length);
  expect(Math.min(performance.now() - begunAt, (process.cpuUsage().user - user) / 1000)).toBeLessThan(1000);
});
