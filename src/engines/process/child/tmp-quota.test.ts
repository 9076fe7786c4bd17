import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { tmpWatch } from './tmp-quota.ts';

const MIB = 1_048_576;

test('what grows beyond its bytes is told, wherever in it they lie', () => {
  const tmp = temporaryDirectory();
  const why = tmpWatch(tmp, { bytes: 10 * MIB, files: 1000 });
  mkdirSync(join(tmp, 'a/b'), { recursive: true });
  writeFileSync(join(tmp, 'a/b/c'), Buffer.alloc(7 * MIB, 1));
  expect(Array.from({ length: 25 }, why)).not.toContainEqual(expect.anything());
  writeFileSync(join(tmp, 'd'), Buffer.alloc(7 * MIB, 1));
  expect(Array.from({ length: 25 }, why).at(-1)).toContain('limit');
});

test('files count as well, however small they are, and whatever others do with the disk', () => {
  const tmp = temporaryDirectory();
  const look = tmpWatch(tmp, { bytes: 60 * MIB, files: 50 });
  for (let i = 0; i < 60; i++) writeFileSync(join(tmp, String(i)), '');
  expect(Array.from({ length: 25 }, look).at(-1)).toContain('50 files');
});

test('a /tmp that is gone is not full', () => {
  expect(tmpWatch(join(temporaryDirectory(), 'gone'), { bytes: 1, files: 1 })()).toBeUndefined();
});
