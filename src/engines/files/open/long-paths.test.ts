import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../../test/support/files.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { realPathOf } from './real-path.ts';

test('a path of thousands of parts is answered at once', async () => {
  const { call } = createFilesHost();
  for (const parts of [1500, 8000, 30_000]) {
    const before = process.cpuUsage();
    await call('file_exists', { path: 'a/'.repeat(parts) });
    const { user, system } = process.cpuUsage(before);
    // Quadratic work took seconds here.
    expect((user + system) / 1000, String(parts)).toBeLessThan(400);
  }
});

test('links are followed up to what is missing, behind a missing part too', () => {
  const root = temporaryDirectory();
  mkdirSync(join(root, 'real'));
  writeFileSync(join(root, 'file'), '');
  symlinkSync('real', join(root, 'link'));
  symlinkSync('nowhere', join(root, 'dangling'));
  expect(realPathOf(join(root, 'link/new/deep'))).toBe(join(root, 'real/new/deep'));
  expect(realPathOf(join(root, 'dangling/x'))).toBe(join(root, 'nowhere/x'));
  expect(realPathOf(`${root}/missing/../link/x`)).toBe(join(root, 'real/x'));
  expect(realPathOf(join(root, 'file/below'))).toBe(join(root, 'file/below'));
});
