import { expect, test } from 'vitest';
import { replacePairs } from './replace-pairs.ts';
import { withoutEnd } from './trim-end.ts';

test('characters at the end are left out, and those before them stay', () => {
  expect(['a//', '//', '', 'a/b', '/a='].map((text) => withoutEnd(text, '/='))).toEqual([
    'a',
    '',
    '',
    'a/b',
    '/a',
  ]);
});

test('what stands between two marks is replaced, and what is never closed stays', () => {
  const shown = (text: string) =>
    replacePairs(text, { open: '/*', close: '*/' }, (whole) => `<${whole.length}>`);
  expect(['a/* b */c/**/', '/*/ a', 'a /* b */ /* c'].map(shown)).toEqual([
    'a<7>c<4>',
    '/*/ a',
    'a <7> /* c',
  ]);
});
