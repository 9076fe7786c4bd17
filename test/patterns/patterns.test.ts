import { join } from 'node:path';
import { expect, test } from 'vitest';
import { someOf } from '../support/some-of.ts';
import { findSlow } from './find-slow.ts';
import { patternsOf, readPatterns } from './read-patterns.ts';
import { isShort, SHORT_TEXTS } from './short-texts.ts';

const SLOW = [
  'const trailing = /\\/+$/;',
  'const blankLines = /^\\s*(x|exec)\\s/m;',
  'const login = /(:\\/\\/)(?!git@[^@\\s"]*(?:[\\s"]|$))[^\\s"]*@/g;',
  'const question = /(:\\/\\/[^\\s"?]*)\\?[^\\s"]*/g;',
  'const unclosed = /<!--[\\s\\S]*?-->/g;',
  'const twoWays = /^config([.-][\\w-]+)*\\.json$/;',
  'const escapes = /\\[\\^(?:\\\\.|[^\\]])*\\]/;',
  'const escaped = /\\r+$/;',
  'const bothEnds = /^_+|_+$/g;',
  'const written = /\\uFFFD+$/;',
  'const lastLine = /#.*$/;',
  'const lastWord = /-+[^-]*$/;',
  'const optional = /[[,{]\\s*["\']?~[^:\\s]*:\\//;',
];

const QUICK = [
  'const anchored = /^\\/+$/;',
  'const oneLine = /^[ \\t]*(x|exec)\\s/m;',
  'const fromItsStart = /(?<!\\/)\\/+$/;',
  'const sticky = /[ \\t]+\\n/y;',
  'const oneWay = /^config([.-][\\w-]+(\\.[\\w-]+)*)?\\.json$/;',
  'const toTheEnd = /#.*$/s;',
  'const few = /[a-z]{1,40}:/g;',
];

// The host has one thread: who makes it read for long, by a file, a name or an answer, stops everybody.
const patterns = readPatterns(join(import.meta.dirname, '../../src'));

test('no pattern takes more than time by the length of a text', { timeout: 600_000 }, async () => {
  expect(patterns.length).toBeGreaterThan(1000);
  const slow = await findSlow(patterns.filter(({ file, source }) => !isShort(file, source)));
  expect(slow.map(({ pattern, text }) => `${pattern.file}:${pattern.line} on ${text}`)).toEqual([]);
});

test('every pattern that is left out is still there', () => {
  const unused = SHORT_TEXTS.filter(
    ({ at, pattern = '' }) =>
      !patterns.some(({ file, source }) => file.startsWith(at) && source.startsWith(pattern)),
  );
  expect(unused).toEqual([]);
});

test('slow patterns are found, and quick ones that look like them are not', {
  timeout: 120_000,
}, async () => {
  const slow = someOf(SLOW, 3);
  const found = await findSlow(patternsOf('planted.ts', [...slow, ...QUICK].join('\n')), {
    // None of the quick ones comes near it, also on a busy machine.
    neverEndsMs: 1500,
  });
  expect(found.map(({ pattern }) => pattern.line)).toEqual(slow.map((_, at) => at + 1));
});
