import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readExample, seeded } from '../../src/gate/redact/formats/expand-example.ts';
import { createRedactor } from '../../src/gate/redact/redactor.ts';

const redact = createRedactor({});

/** The texts of a file, which lines of two percent signs part. */
const textsOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, 'samples', file), 'utf8').split(/^%%\n/m);

/** One character at a time. */
function redactSlowly(text: string): string {
  const stream = redact.stream();
  return [...text].map((character) => stream.push(character)).join('') + stream.end();
}

test.each(textsOf('secrets.txt'))('what is between the marks is masked and nothing else: %s', (template) => {
  for (const seed of [1, 2, 3]) {
    const { text, masked } = readExample(template, seeded(seed));
    expect(redact(text)).toBe(masked);
    expect(redactSlowly(text)).toBe(masked);
  }
});

test.each(textsOf('ordinary-texts.txt'))('nothing is masked: %s', (text) => {
  expect(redact(text)).toBe(text);
  expect(redactSlowly(text)).toBe(text);
});
