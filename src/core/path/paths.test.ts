import { expect, test } from 'vitest';
import { resolveFrom } from './paths.ts';

test.each(['~', '~/notes.md', '~root/.bashrc', '~/../etc/passwd'])(
  '%s is refused, not taken by its letters',
  (path) => {
    expect(() => resolveFrom('/project', path)).toThrow('not expanded');
  },
);

test.each([
  ['./~/a', '/project/~/a'],
  ['~$report.docx', '/project/~$report.docx'],
  ['a~', '/project/a~'],
  ['$HOME/a', '/project/$HOME/a'],
  ['/project/../etc', '/etc'],
])('%s is %s', (path, absolute) => {
  expect(resolveFrom('/project', path)).toBe(absolute);
});

test.each([
  ...[
    '..\\outside',
    'src\\..\\..\\outside',
    'C:\\Windows\\win.ini',
    'c:/Windows/win.ini',
    '\\\\server\\share',
    '\\\\?\\C:\\x',
  ],
  ...[
    '%2e%2e/outside',
    '..%2foutside',
    '%2e%2e%2foutside',
    '..%252foutside',
    '..%c0%afoutside',
    '..%5coutside',
  ],
  ...[
    '．．/outside',
    '..／outside',
    '‥/outside',
    '․․/outside',
    '..∕outside',
    '.. /outside',
    '. ./outside',
    '..;/outside',
  ],
  ...['file:///etc/passwd', 'FILE:/etc/passwd', 'file://localhost/etc/passwd'],
])('%s is refused: for another system it would lead out', (path) => {
  expect(() => resolveFrom('/project', path)).toThrow('another system');
});

test.each([
  ['../b', '/b'],
  ['a..b/c', '/project/a..b/c'],
  ['..dots', '/project/..dots'],
  ['...', '/project/...'],
  ['[...slug]/page.tsx', '/project/[...slug]/page.tsx'],
  ['100%/a', '/project/100%/a'],
  ['a%20b.txt', '/project/a%20b.txt'],
  ['a\\b', '/project/a\\b'],
  ['notes: 1..2', '/project/notes: 1..2'],
  ['x:y', '/project/x:y'],
  ['files/a', '/project/files/a'],
])('%s stays %s', (path, absolute) => {
  expect(resolveFrom('/project', path)).toBe(absolute);
});
