import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../../test/support/files.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';

test('links inside are followed, links to the outside are not', async () => {
  const { call, root } = createFilesHost();
  const outside = join(temporaryDirectory(), 'outside');
  writeFileSync(outside, 'theirs');
  writeFileSync(join(root, 'file'), 'ours');
  symlinkSync('file', join(root, 'near'));
  symlinkSync(outside, join(root, 'far'));
  expect(await call('read_file', { path: 'near' })).toMatchObject({ data: { content: 'ours' } });
  expect(await call('read_file', { path: 'far' })).toMatchObject({ error: { code: 'OUTSIDE_ROOT' } });
});

test('a link that is only looked at is the link itself', async () => {
  const { call, root } = createFilesHost();
  symlinkSync('missing', join(root, 'link'));
  const info = { type: 'symlink', symlinkTarget: 'missing' };
  expect(await call('get_file_info', { path: 'link' })).toMatchObject({ data: info });
});
