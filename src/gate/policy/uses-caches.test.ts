import { expect, test } from 'vitest';
import { testPlace } from '../../../test/support/place.ts';
import { assessShell } from '../risk/assess.ts';
import { usesCaches } from './uses-caches.ts';

const uses = (line: string): boolean => usesCaches(assessShell(line, testPlace).commands ?? []);

test.each([
  'cargo build',
  'cd web && npm ci | tail -n 3',
  'timeout 100 go test ./...',
  "bash -c 'CC=clang make -j4'",
  'python3 -m pip install x',
  './gradlew build',
  '/usr/bin/mvn -o verify',
  'gcc-13 -c a.c',
])('%s fills caches', (line) => {
  expect(uses(line)).toBe(true);
});

test.each([
  'python3 w.py',
  'node x.js',
  'echo cargo > a.txt',
  'sed -i s/a/b/ go.mod',
  'pytest',
  'rm -rf npm',
])('%s does not', (line) => {
  expect(uses(line)).toBe(false);
});
