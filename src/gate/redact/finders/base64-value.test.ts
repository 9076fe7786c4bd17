import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../../test/support/host.ts';
import { createRedactor } from '../redactor.ts';
import { redactDeep } from '../scan/redact-deep.ts';

const encode = (text: string): string => Buffer.from(text).toString('base64');
// In two parts, so that this file itself holds nothing that looks like a token.
const token = `ghp_${'Ab3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'}`;

test('a text in base64 is masked as the text itself would be, and stays base64', () => {
  const redactor = createRedactor({});
  const masked = redactDeep({ content: encode(`first line\nkey: ${token}\nlast line\n`) }, redactor);
  const text = Buffer.from(masked.content, 'base64').toString();
  expect(text).not.toContain(token);
  expect(text).toMatch(/^first line\n.*\nlast line\n$/);
});

test('base64 of anything else comes out as it went in', () => {
  const redactor = createRedactor({});
  for (const value of [
    encode('just a text without anything to hide in it'),
    Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 7) % 256)).toString('base64'),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'a plain text, not base64 at all, but long enough',
  ])
    expect(redactDeep({ content: value }, redactor)).toEqual({ content: value });
});

test('read_file gives no secret away when it is asked for raw bytes', async () => {
  const { call, root } = createTestHost();
  writeFileSync(join(root, 'notes.txt'), `the token is ${token}\n`);
  const { content } = dataOf(await call('read_file', { path: 'notes.txt', encoding: 'base64' }));
  expect(Buffer.from(String(content), 'base64').toString()).toMatch(/^the token is (?!ghp_)/);
});
