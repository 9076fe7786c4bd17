import { expect, test } from 'vitest';
import { leadsOutside } from './leads-outside.ts';

test.each([
  '/tmp/x.js',
  '--require=/tmp/x.js',
  '../../elsewhere/x.js',
  '--config=../../x',
  '~/x.js',
  'file:///w/x',
  '-r/tmp/x.js',
  '@/tmp/args',
  '--opts={"require":"/tmp/x.js"}',
  '--import=data:text/javascript,1',
  '-I.:/tmp/lib',
  '',
])('%s may be a file from elsewhere', (word) => {
  expect(leadsOutside(word, '/w/sub', ['/w'])).toBe(true);
});

test.each([
  '--watch',
  'src/a.test.ts',
  '../a.ts',
  '/w/a.ts',
  '--reporter=dot',
  '/dev/null',
  '/usr/bin/env',
  'a:b',
])('%s is not', (word) => {
  expect(leadsOutside(word, '/w/sub', ['/w'])).toBe(false);
});
