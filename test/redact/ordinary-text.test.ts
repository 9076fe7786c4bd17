import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/gate/redact/redactor.ts';

const ROOT = join(import.meta.dirname, '../..');
const redact = createRedactor({});
const lines = readFileSync(join(import.meta.dirname, 'samples/ordinary-lines.txt'), 'utf8')
  .trimEnd()
  .split('\n');

test('there are enough ordinary lines to speak of', () => {
  expect(lines.length).toBeGreaterThan(450);
});

test.each(lines)('%s', (line) => {
  expect(redact.text(line)).toEqual({ text: line, count: 0 });
});

test('the lines stay together as they do alone', () => {
  const text = lines.join('\n');
  expect(redact.text(text)).toEqual({ text, count: 0 });
});

/** Files with made-up credentials in them, which are masked for good reason. */
const WITH_CREDENTIALS =
  /gate\/redact|\.test\.|\/tests?\/|octokit\/auth-token|(arborist|enhanced-resolve)\/README|oauthlib|node-forge|\.vite|\/certs?\//;

test.each([
  ['package-lock.json'],
  ['*.{md,json,ts}'],
  ['docs/**/*.md'],
  ['src/**/*.ts'],
  ['scripts/**/*.{ts,mjs}'],
  ['node_modules/*/README.md'],
  ['node_modules/*/package.json'],
  ['node_modules/*/LICENSE*'],
  ['node_modules/typescript/lib/lib.*.d.ts'],
  ['node_modules/@types/node/**/*.d.ts'],
  ['node_modules/**/*.min.js'],
  ['node_modules/{vitest,vite,zod,esbuild,jose,jiti}/{dist,lib}/**/*.{js,cjs,mjs,map}'],
])('the files %s come out as they went in', { timeout: 120_000 }, (pattern) => {
  const damaged = globSync(pattern, { cwd: ROOT })
    .filter((file) => !WITH_CREDENTIALS.test(file))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'latin1');
      return text.length < 2_000_000 && redact(text) !== text;
    });
  expect(damaged).toEqual([]);
});
