import { expect, test } from 'vitest';
import { expandExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';

const redact = createRedactor({});
const encode = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  'ghp_<36>',
  '{"username":"bob","password":"Zk82mqLx!"}',
  'machine api.github.com login bob password <20>',
  'export API_KEY=<32>\nexport LANG=C\n',
  'Authorization: Bearer <40>',
  'aws_access_key_id = AKIA<16A>',
])('base64 of a text with a secret is masked, wherever the secret stands: %s', (template) => {
  for (const before of ['', ' ', '\n ', '# a line before\n']) {
    const encoded = encode(before + expandExample(template, seeded(1)));
    expect(redact(`blob: ${encoded} end`)).toBe('blob: [REDACTED] end');
    expect(redact(`"${encoded}"`)).toBe('"[REDACTED]"');
  }
});

test.each([
  'password: string; token: string; a type without a secret',
  'the secret of a good password is its length',
  'const token = getToken();',
  '{"version":3,"sources":["token.ts"],"names":["password","apiKey"],"mappings":"AAAA"}',
])('base64 of an ordinary text stays: %s', (text) => {
  const encoded = encode(text);
  expect(redact(`blob: ${encoded} end`)).toBe(`blob: ${encoded} end`);
});
