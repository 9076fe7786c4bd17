import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { tmpWatch } from './tmp-quota.ts';

const MIB = 1_048_576;

test('what grows beyond its bytes is told, wherever in it they lie', () => {
  const tmp = temporaryDirectory();
  const why = tmpWatch(tmp, { bytes: 60 * MIB, files: 1000 });
  expect(why()).toBeUndefined();
  mkdirSync(join(tmp, 'a/b'), { recursive: true });
  writeFileSync(join(tmp, 'a/b/c'), Buffer.alloc(50 * MIB, 1));
  expect(why()).toBeUndefined();
  writeFileSync(join(tmp, 'd'), Buffer.alloc(50 * MIB, 1));
  expect(why()).toContain('limit');
});

// Some file systems have as many files as anybody wants, and do not count what is left.
test.skipIf(statfsSync(tmpdir()).ffree === 0)('files count as well, however small they are', () => {
  const tmp = temporaryDirectory();
  const why = tmpWatch(tmp, { bytes: 60 * MIB, files: 5500 });
  for (let i = 0; i < 6000; i++) writeFileSync(join(tmp, String(i)), '');
  expect(why()).toContain('5500 files');
});

test('a /tmp that is gone is not full', () => {
  expect(tmpWatch(join(temporaryDirectory(), 'gone'), { bytes: 1, files: 1 })()).toBeUndefined();
});
