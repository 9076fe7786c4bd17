import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';
import { MOST_HELD } from './stream.ts';

const KNOWN = 'p@ss w0rd/+x';
const redact = createRedactor({ known: [KNOWN] });

const BEGIN = '-----BEGIN RSA PRIVATE KEY-----';
const END = '-----END RSA PRIVATE KEY-----';
const PIECES = [
  'DB_PASSWORD=<12p>',
  '{"password":"<12>","user":"bob"}',
  'Authorization: Bearer <40>',
  'https://bob:<12>@example.com/',
  'ghp_<36>',
  'eyJ<33>.eyJ<60>.<43w>',
  'curl -u bob:<12> https://x',
  'password:\n',
  'password: |\n  ',
  '- name: DB_PASSWORD\n  value: <12>\n',
  'tool --password \\\n  <12>\n',
  '<64s>\n',
  '  <64s>\n',
  '<64s>\n<64s>\n<20s>\n',
  `${BEGIN}\n`,
  `${BEGIN}\\n<64s>\\n`,
  `${END}\n`,
  END,
  '\u001b[32m',
  '\u001b[0m',
  '\\u001b[1m',
  KNOWN,
  Buffer.from(`x${KNOWN}`).toString('base64'),
  'the quick brown fox ',
  'password: string\n',
  'key=value; token = getToken()\n',
  '\n',
  '\r\n',
  ' ',
  '"',
  '=',
  '-----',
];

const text = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.nat()), { maxLength: 40 })
  .map((pieces) => pieces.map(([piece, seed]) => expandExample(piece, seeded(seed))).join(''));

function redactInPieces(whole: string, lengths: Iterator<number>): { text: string; count: number } {
  const stream = redact.stream();
  const parts: string[] = [];
  for (let at = 0; at < whole.length; ) {
    const length = lengths.next().value ?? 1;
    parts.push(stream.push(whole.slice(at, at + length)));
    at += length;
  }
  parts.push(stream.end());
  return { text: parts.join(''), count: stream.count };
}

function* repeat(lengths: readonly number[]): Generator<number> {
  for (;;) yield* lengths;
}

test('however a text is cut, it comes out as the whole text does', () => {
  fc.assert(
    fc.property(
      text,
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 9 }),
      (whole, lengths) => {
        const expected = redact.text(whole);
        expect(redactInPieces(whole, repeat(lengths))).toEqual(expected);
        expect(redactInPieces(whole, repeat([1]))).toEqual(expected);
      },
    ),
    { numRuns: 400 },
  );
});

test.each([1, 977, 4096, 65_536, 100_000])(
  'a line of a megabyte in pieces of %i comes out as the whole',
  (length) => {
    const secret = expandExample('ghp_<36>', seeded(1));
    const filler = 'lorem ipsum, dolor-sit_amet; ';
    const whole = `${filler.repeat(8000)}${secret} ${filler.repeat(9000)}password=${secret.slice(4, 20)} ${filler.repeat(
      9000,
    )}${expandExample('<64s>\n', seeded(2)).repeat(3000)}${END}`;
    const expected = redact.text(whole);
    expect(expected.text).not.toContain(secret.slice(4, 20));
    expect(redactInPieces(whole, repeat([length]))).toEqual(expected);
  },
);

test('a secret across the place where a long line is cut is masked whole', () => {
  const secret = expandExample('ghp_<36>', seeded(7));
  for (let before = MOST_HELD - 8192 - 50; before < MOST_HELD - 8192 + 20; before += 7) {
    const masked = `${'a '.repeat(before / 2)}[REDACTED] ${'b '.repeat(MOST_HELD)}`;
    expect(redact(masked.replace('[REDACTED]', secret))).toBe(masked);
  }
});

test('a token longer than what is held is masked to its end', () => {
  const body = expandExample('<200000>', seeded(9));
  expect(redact(`x ghp_${body} y`)).toBe('x [REDACTED] y');
});

test('whole lines are passed on at once, and only the last is held', () => {
  const stream = redact.stream();
  expect(stream.push('one\ntwo\nthr')).toBe('one\ntwo\n');
  expect(stream.push('ee\n')).toBe('three\n');
  expect(stream.push('password:\n')).toBe('');
  expect(stream.push('  minLength: 8\n')).toBe('password:\n  minLength: 8\n');
  expect(stream.end()).toBe('');
});

test('no more than 64 KB is held of a text without line ends', () => {
  const stream = redact.stream();
  const given = 'x '.repeat(500_000);
  const passedOn = stream.push(given).length;
  expect(given.length - passedOn).toBeLessThanOrEqual(MOST_HELD);
});
