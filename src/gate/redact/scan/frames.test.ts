import { expect, test } from 'vitest';
import { TOKEN_FORMATS } from '../finders/token-formats.ts';
import { expandExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';

const redact = createRedactor({});

/** What puts something in front of each line. */
const FRAMES: Readonly<Record<string, (line: string, index: number) => string>> = {
  'an added line': (line) => `+${line}`,
  'a removed line': (line) => `-${line}`,
  'an unchanged line of a diff': (line) => ` ${line}`,
  'cat -n': (line, index) => `${String(index + 1).padStart(6)}\t${line}`,
  'grep -n': (line, index) => `${index + 98}:${line}`,
  'grep -n around a hit': (line, index) => `${index + 98}-${line}`,
  'a number and a blank': (line, index) => `${index + 1}: ${line}`,
  'a quotation': (line) => `> ${line}`,
};

const framed = (text: string, frame: (line: string, index: number) => string): string =>
  text.split('\n').map(frame).join('\n');

const TEXTS = [
  ...TOKEN_FORMATS.flatMap(({ match }) => match),
  'db.example:5432:app:bob:<12p>',
  'variable "db_password" {\n  default = "<16>"\n}',
  'variable "db_password" {\n  type = string\n  default = "<16>"\n}',
  'DB_PASSWORD=<12p>',
  'https://bob:<12>@example.com/',
].map((template, seed) => expandExample(template, seeded(seed)));
/** Its first line says what it is, which the pieces of a stream do not tell one another. */
const COOKIES = expandExample(
  '# Netscape HTTP Cookie File\n.a.example\tTRUE\t/\tTRUE\t1\tsid\t<32>',
  seeded(1),
);

function inPieces(text: string): string {
  const stream = redact.stream();
  const parts = [...text].map((character) => stream.push(character));
  return parts.join('') + stream.end();
}

for (const [name, frame] of Object.entries(FRAMES))
  test(`${name} hides what the line alone would hide, and nothing more`, () => {
    const wrong = [...TEXTS, COOKIES].filter((text) => {
      const whole = `a line\n${text}\nanother`;
      const shown = framed(whole, frame);
      const isWhole = text === COOKIES || inPieces(`${shown}\n`) === redact(`${shown}\n`);
      return !isWhole || redact(shown) !== framed(redact(whole), frame);
    });
    expect(wrong).toEqual([]);
  });

test('a variable in quotes or in colours comes out of a stream as it does of the whole', () => {
  const variable = expandExample('variable "db_password" {\n default = "<16>"\n}', seeded(1));
  for (const text of [`"${variable}"\n`, `\u001b[32m${variable}\u001b[0m\n`, `x: ${variable}\n`]) {
    expect(redact(text)).toContain('[REDACTED]');
    expect(inPieces(text)).toBe(redact(text));
  }
});
