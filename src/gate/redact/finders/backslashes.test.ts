import { describe, expect, test } from 'vitest';
import { expandExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';
import { TOKEN_FORMATS } from './token-formats.ts';

const redact = createRedactor({});
const markdown = (text: string): string => text.replace(/[!#$*+./:=_{}~-]/g, '\\$&');

describe.each(TOKEN_FORMATS.map((format) => [format.name, format] as const))('%s', (_, format) => {
  test.each(format.match)('%s is masked with backslashes in it', (template) => {
    for (const seed of [1, 2, 3]) {
      const token = expandExample(template, seeded(seed));
      const kept = format.keepsPrefix ? (format.prefixes.find((prefix) => token.includes(prefix)) ?? '') : '';
      const secret = token.slice((kept === '' ? 0 : token.indexOf(kept) + kept.length) + 4);
      for (const written of [
        markdown(token),
        token.replaceAll('_', '\\_'),
        token.replaceAll('/', '\\/'),
        JSON.stringify(markdown(token)),
      ])
        expect(redact(`before\n* use ${written} now\nafter`).replaceAll('\\', '')).not.toContain(secret);
    }
  });
});

test('only the token is masked, at its place, whatever else the text has', () => {
  const token = expandExample('ghp\\_<36>', seeded(1));
  const text = (shown: string) => `a\\_b\n\u001b[1mone\\_two\u001b[0m ${shown} C:\\Users\\_me\\.x\n`;
  expect(redact(text(token))).toBe(text('[REDACTED]'));
  const stream = redact.stream();
  const pieces = [...text(token)].map((character) => stream.push(character));
  expect(pieces.join('') + stream.end()).toBe(text('[REDACTED]'));
});

test('a name with backslashes is a name, and a known value with them is known', () => {
  const value = expandExample('<32>', seeded(2));
  expect(redact(`API\\_KEY=${value}`)).toBe('API\\_KEY=[REDACTED]');
  const known = createRedactor({ env: { DB_PASSWORD: 'blue_horse-river' } });
  expect(known('it is blue\\_horse\\-river here')).toBe('it is [REDACTED] here');
});

test.each([
  String.raw`const NAME = /^[a-z]\w*\.\d+\-[A-Z]{2,}\_$/; // keys\_of\_a\_map`,
  String.raw`{"path":"src\/gate\/redact\/tokens.ts","url":"https:\/\/example.com\/a\/b"}`,
  String.raw`\newcommand{\my\_token}{the\_secret\_of\_life} % 50\% of \$100`,
  String.raw`let g:ft_ignore_pat = '\.\(Z\|gz\|bz2\|zip\|tgz\)$'`,
  String.raw`copy C:\Users\_build\.keys\-old D:\_out`,
])('%s stays', (text) => {
  expect(redact(text)).toBe(text);
});
