import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOKEN_FORMATS } from '../finders/token-formats.ts';
import { expandExample, seeded } from '../formats/expand-example.ts';
import { knownLiterals } from '../values/known-values.ts';
import { createSearch, LITERALS } from './find-secrets.ts';
import type { Hit, Hits, Layer } from './literal.ts';
import { createScan, createTable, type Scan } from './scan.ts';

const known = knownLiterals(['Tr0ub4dor&3/x+y', 'swordfish', 'sword', 'pässwörd €1']);
const literals = [...LITERALS, ...known];
const scan = createScan(createTable(known, createTable(LITERALS)));

/** Looks for one literal after the other. */
function scanNaively(text: string, from: number): Hits {
  // Of all letters only A to Z have a small one here, as in a regular expression without the flag u.
  const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const hits: Partial<Record<Layer, Hit[]>> = {};
  for (const { layer, text: literal, ignoresCase, next, isMeant } of literals) {
    const searched = ignoresCase ? folded : text;
    for (
      let index = searched.indexOf(literal, from);
      index !== -1;
      index = searched.indexOf(literal, index + 1)
    ) {
      const following = text[index + literal.length];
      if (next !== undefined && (following === undefined || !next.includes(following))) continue;
      if (!(isMeant?.(text, index) ?? true)) continue;
      hits[layer] ??= [];
      hits[layer].push({ index, text: literal });
    }
  }
  for (const list of Object.values(hits))
    list.sort((a, b) => a.index - b.index || b.text.length - a.text.length);
  return hits;
}

const piece = fc.oneof(
  fc.constantFrom(...literals.map(({ text }) => text)),
  fc.constantFrom(...literals.map(({ text }) => text.toUpperCase())),
  fc.constantFrom(...TOKEN_FORMATS.flatMap(({ match }) => match)),
  fc.constantFrom(
    ' ',
    '=',
    ': ',
    '"',
    '\n',
    '.',
    '0',
    '12',
    'a',
    'Z',
    '_',
    '\\n',
    'é',
    '\u0174oken',
    '\u212aey',
    '日本',
  ),
  fc.string({ maxLength: 8 }),
);
const text = fc
  .array(fc.tuple(piece, fc.nat()), { maxLength: 20 })
  .map((pieces) => pieces.map(([template, seed]) => expandExample(template, seeded(seed))).join(''));

test('one pass finds every literal that a search for each of them finds', () => {
  fc.assert(
    fc.property(text, fc.nat(40), (whole, start) => {
      const from = Math.min(start, whole.length);
      const { shape: _, ...found } = scan(whole, from);
      expect(found).toEqual(scanNaively(whole, from));
    }),
    { numRuns: 300 },
  );
});

const secret = fc.constantFrom(
  ...[
    'DB_PASSWORD=<12p>',
    '"apiKey": "<32>"',
    'curl -u bob:<12> ',
    'https://bob:<12>@h/',
    'h:5432:app:bob:<12>\n',
  ],
  ...[
    '-----BEGIN RSA PRIVATE KEY-----\n<64s>\n<64s>\n',
    'MHcCAQEEI<60s>',
    'M<24>.<6>.<30w>',
    'Tr0ub4dor&3/x+y',
  ],
  ...[
    "IDENTIFIED BY '<12>'",
    'echo <12> | docker login',
    '{"kty":"RSA","d":"<40w>"}',
    '\u001b[31mtoken=<20>\u001b[0m',
  ],
);
const planted = fc
  .array(fc.tuple(fc.oneof(secret, piece), fc.nat()), { maxLength: 20 })
  .map((pieces) => pieces.map(([template, seed]) => expandExample(template, seeded(seed))).join(''));

test('no secret is found or missed because of the pass before', () => {
  const always = [{ index: 0, text: '' }];
  fc.assert(
    fc.property(planted, (whole) => {
      const spans = createSearch(scan)(whole, 0, whole.length);
      const everywhere: Scan = (given, from) => ({
        ...scanNaively(given, from),
        shape: always,
        escape: always,
      });
      expect(spans).toEqual(createSearch(everywhere)(whole, 0, whole.length));
    }),
    { numRuns: 300 },
  );
});

test('the parts of a token without a beginning are always seen', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'B', '1', '_', '-', '.', ' '), maxLength: 60 });
  const shape = /[\w-]\.[\w-]{6}\.[\w-]{27}/;
  const seed = fc.nat().map((n) => expandExample('M<24>.<6w>.<30w>', seeded(n)));
  fc.assert(
    fc.property(fc.array(fc.oneof(part, seed), { maxLength: 6 }), (parts) => {
      const whole = parts.join('');
      if (shape.test(whole)) expect(scan(whole, 0).shape).toBeDefined();
    }),
  );
});

test('a literal of two characters must say what follows', () => {
  expect(() => createTable([{ layer: 'token', text: 'ab' }])).toThrow('needs three characters: ab');
});
