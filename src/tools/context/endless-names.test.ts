import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const NAMES = Array.from({ length: 50 }, (_, at) => `b${at}`).join(', ');

/** Letters that cannot be packed. */
const lettersOf = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))).join('');

test.each([
  ['a.rs', (long: string) => `pub use ${long}::{${NAMES}};\nuse std::fmt;\npub fn area() {}\n`],
  ['a.ts', (long: string) => `export {${NAMES}} from './${long}';\nexport function area() {}\n`],
  ['a.py', (long: string) => `from ${long} import ${NAMES}\ndef area(): pass\n`],
])('a name without an end in %s is left out of what is known, and the answer says so', async (file, text) => {
  const { call, root } = createTestHost();
  writeFiles(root, { [file]: text('a'.repeat(100_000)) });
  const { symbols, complete, reason } = dataOf(await call('context_get_symbols', { path: file }));
  expect(symbols).toEqual([expect.objectContaining({ name: 'area' })]);
  expect([complete, reason]).toEqual([false, 'Names of more than 1000 characters are left out']);
  const needs = dataOf(await call('context_get_dependencies', { path: file }));
  expect(JSON.stringify(needs).length).toBeLessThan(5000);
  expect([needs.complete, needs.reason]).toEqual([false, 'Names of more than 1000 characters are left out']);
});

// What was kept before would hide what comes the second time.
test('what is kept of names that are repeated does not fill the memory', { retry: 0 }, async () => {
  const { call, root } = createTestHost();
  const files = Array.from({ length: 12 }, (_, at) => `a${at}.rs`);
  const text = `pub use ${'a'.repeat(400_000)}::{${NAMES}};\n`;
  writeFiles(root, Object.fromEntries(files.map((file) => [file, `// ${file}\n${text}`])));
  const before = process.memoryUsage().rss;
  for (const path of files) dataOf(await call('context_get_symbols', { path }));
  expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000);
});

test('what is kept of names that are repeated does not fill the disk', async () => {
  const { call, root, dataDir } = createTestHost();
  // Longer than what is packed looks back.
  const text = `pub use ${lettersOf(900_000)}::{b1, b2, b3, b4, b5, b6};\n`;
  writeFiles(root, { 'a.rs': text });
  dataOf(await call('context_outline', { path: '.' }));
  const sizes = (readdirSync(dataDir, { recursive: true }) as string[])
    .filter((path) => /code\.db/.test(path))
    .map((path) => statSync(join(dataDir, path)).size);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1_000_000);
});

test('a statement that takes a hundred thousand names holds nobody up', async () => {
  const { call, root } = createTestHost();
  const names = Array.from({ length: 100_000 }, (_, at) => `n${at}`).join(', ');
  writeFiles(root, { 'a.py': `from m import ${names}\ndef area(): pass\n` });
  const { symbols } = dataOf(await call('context_get_symbols', { path: 'a.py' }));
  expect(symbols).toEqual([expect.objectContaining({ name: 'area' })]);
}, 20_000);
