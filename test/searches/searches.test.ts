import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSearches } from './find-searches.ts';
import { isShort, SHORT_SEARCHES } from './short-searches.ts';

const PROJECT = join(import.meta.dirname, '../..');

// V8 looks for a long text in time by the product of both lengths, and nothing interrupts it.
const searches = findSearches(PROJECT, join(PROJECT, 'src'));

test('no text that may be long is looked for in another, except by find-text.ts', () => {
  const slow = searches.filter((search) => !isShort(search));
  expect(slow.map(({ file, line, source }) => `${file}:${line} ${source}`)).toEqual([]);
});

test('every search that is left out is still there', () => {
  const unused = SHORT_SEARCHES.filter(
    ({ at, source }) => !searches.some((search) => search.file === at && search.source.startsWith(source)),
  );
  expect(unused).toEqual([]);
});

test('searches for other texts are found, and those for our own or in lists are not', () => {
  const project = mkdtempSync(join(tmpdir(), 'toolgate-searches-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  mkdirSync(join(project, 'src'));
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { lib: ['es2025'], types: [], strict: true }, include: ['src'] }),
  );
  const lines = [
    'text.indexOf(wanted)',
    'text.toLowerCase().includes(wanted.toLowerCase())',
    'text.split(wanted)',
    'text.replaceAll(wanted, "")',
    'text.replace(wanted + "x", "")',
    'maybe?.lastIndexOf(wanted)',
    'text.includes(maybe ?? "x")',
    'bytes.indexOf(wanted)',
    'either.includes(wanted)',
    'loose.includes(wanted)',
    'words.map((word) => text.includes(word))',
  ];
  const others = [
    'text.indexOf("x")',
    'text.indexOf(COMMA)',
    'text.split(/x/)',
    'text.includes(text.charAt(1))',
    'words.includes(wanted)',
    'bytes.indexOf(0)',
    'text.startsWith(wanted)',
    "('abc' as const).includes(wanted)",
  ];
  writeFileSync(
    join(project, 'src/planted.ts'),
    [
      'declare const text: string, wanted: string, maybe: string | undefined, words: string[], COMMA: string',
      'interface Buffer { indexOf(wanted: string | number): number } declare const bytes: Buffer',
      'declare const either: string | string[], loose: any',
      ...lines,
      ...others,
    ].join(';\n'),
  );
  expect(findSearches(project, join(project, 'src')).map(({ line }) => line)).toEqual(
    lines.map((_, at) => at + 4),
  );
});
