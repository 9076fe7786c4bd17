import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stemsBelow } from './stems-below.ts';

const directoryWith = (...paths: string[]): string => {
  const directory = mkdtempSync(join(tmpdir(), 'toolgate-stems-'));
  for (const path of paths) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), '');
  }
  return directory;
};

test('names count with and without their endings, at any depth', () => {
  const directory = directoryWith('a/b/on.test.py', '-fish', 'node_modules/x/deep.js');
  expect([...(stemsBelow(directory) ?? [])].sort()).toEqual(
    ['-fish', 'a', 'b', 'node_modules', 'on', 'on.test', 'on.test.py', 'x'].sort(),
  );
});

test('more directories than anybody looks through give no answer', () => {
  const many = Array.from({ length: 1001 }, (_, i) => `d${i}/file`);
  expect(stemsBelow(directoryWith(...many))).toBeUndefined();
});
