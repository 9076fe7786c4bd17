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
