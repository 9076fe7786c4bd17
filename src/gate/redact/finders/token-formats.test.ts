import { describe, expect, test } from 'vitest';
import { expandExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';
import { TOKEN_FORMATS } from './token-formats.ts';

const redact = createRedactor({});
const SEEDS = [1, 2, 3, 4, 5];

describe.each(TOKEN_FORMATS.map((format) => [format.name, format] as const))('%s', (_, format) => {
  test.each(format.match)('%s is masked wherever it stands', (template) => {
    for (const seed of SEEDS) {
      const token = expandExample(template, seeded(seed));
      // What is kept in front of some secrets, such as the address of a webhook.
      const kept = format.keepsPrefix ? (format.prefixes.find((prefix) => token.includes(prefix)) ?? '') : '';
      const start = kept === '' ? 0 : token.indexOf(kept) + kept.length;
      const masked = redact(token);
      expect(masked).toContain('[REDACTED]');
      expect(masked).not.toContain(token.slice(start + 4));
      for (const [before, after] of [
        ['token ', ' was used'],
        ['"', '"'],
        ["['", "']"],
        ['(', ')'],
        ['x\\n', '\\ny'],
        ['line\n', '\r\nline'],
      ]) {
        expect(redact(before + token + after)).toBe(before + masked + after);
      }
    }
  });

  test.each(format.notMatch)('%s stays', (template) => {
    for (const seed of SEEDS) {
      const text = expandExample(template, seeded(seed));
      expect(redact(text)).toBe(text);
    }
  });
});

test('every format has examples of both kinds', () => {
  const incomplete = TOKEN_FORMATS.filter(
    ({ match, notMatch }) => match.length === 0 || notMatch.length === 0,
  );
  expect(incomplete.map(({ name }) => name)).toEqual([]);
});
