import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

const MB = 1_048_576;

/** Shown as it is, or cut after 300 characters. */
const shown = (line: string): string => (line.length > 300 ? `${line.slice(0, 300)}…` : line);

test('search_text finds a match in a line of many megabytes without a blank', async () => {
  const { call, root } = createTestHost();
  const base64 = `needle${Buffer.alloc(6 * 786_432, 'xyz').toString('base64')}`;
  const letters = 'a'.repeat(8 * MB);
  writeFileSync(join(root, 'blob.txt'), `before\n${base64}\nafter\n`);
  writeFileSync(join(root, 'letters.txt'), `${letters}\n`);
  const answer = await call('search_text', { query: 'needle', contextLines: 1 });
  expect(dataOf(answer)).toMatchObject({
    matches: [
      { path: 'blob.txt', line: 2, column: 1, text: shown(base64), before: ['before'], after: ['after'] },
    ],
    filesSearched: 2,
  });
  const whole = await call('search_text', { query: '(a+)+$', regex: true, path: 'letters.txt' });
  expect(dataOf(whole)).toMatchObject({ matches: [{ line: 1, column: 1, text: shown(letters) }] });
}, 30_000);

test('a line with more matches than anybody can list is a match', async () => {
  const { call, root } = createTestHost();
  const bundle = 'function f(a,b){return a+b};var x=needle;'.repeat(30_000);
  writeFileSync(join(root, 'min.js'), `// "submatches":[{"end":1}\n${bundle}\n`);
  writeFileSync(join(root, 'tail.js'), 'needle\n');
  const answer = await call('search_text', { query: '[a-z]', regex: true });
  expect(dataOf(answer)).toEqual({
    matches: [
      { path: 'min.js', line: 1, column: 5, text: '// "submatches":[{"end":1}', before: [], after: [] },
      { path: 'min.js', line: 2, column: 1, text: shown(bundle), before: [], after: [] },
      { path: 'tail.js', line: 1, column: 1, text: 'needle', before: [], after: [] },
    ],
    filesSearched: 2,
    truncated: false,
    secretFilesSkipped: 0,
  });
}, 30_000);

test('a match in a line that is too long to be read is told', async () => {
  const { call, root } = createTestHost();
  writeFileSync(join(root, 'dump.json'), `${'x, '.repeat(6 * MB)}needle\n`);
  writeFileSync(join(root, 'other.json'), `${'x, '.repeat(6 * MB)}\n`);
  const answer = await call('search_text', { query: 'needle' });
  const note = 'Not shown: matching lines of more than 16 MB, in dump.json.';
  expect(dataOf(answer)).toMatchObject({ matches: [], note });
  expect(answer).toMatchObject({ content: [{ text: expect.stringContaining(note) }] });
}, 30_000);
