import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../../test/support/host.ts';
import { codeOf } from '../../test/support/repository.ts';

test('what a rule refuses by a link is refused where that leads, also when the link is gone', async () => {
  const { host, call, root } = createTestHost();
  mkdirSync(join(root, 'private'));
  for (const file of ['private/x', 'open']) writeFileSync(join(root, file), 'text\n');
  symlinkSync('private', join(root, 'link'));
  host.rules.add({
    verdict: 'deny',
    tool: '*',
    pattern: { paths: [join(root, 'link/**')] },
    session: null,
    createdBy: 'test',
    expiresAt: null,
  });
  const codes = async () => [
    codeOf(await call('read_file', { path: 'link/x' })),
    codeOf(await call('read_file', { path: 'private/x' })),
  ];
  expect(await codes()).toEqual(['BLOCKED_BY_POLICY', 'BLOCKED_BY_POLICY']);
  renameSync(join(root, 'link'), join(root, 'other'));
  expect(codeOf(await call('read_file', { path: 'other/x' }))).toBe('BLOCKED_BY_POLICY');
  expect(codeOf(await call('read_file', { path: 'private/x' }))).toBe('BLOCKED_BY_POLICY');
  expect(await call('read_file', { path: 'open' })).toMatchObject({ kind: 'result', ok: true });
});
