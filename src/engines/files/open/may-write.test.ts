import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../../test/support/files.ts';
import { whole } from '../../../../test/support/files-engine.ts';
import { dataOf } from '../../../../test/support/host.ts';
import { asPlainUser } from '../../../../test/support/plain-user.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';

function createReadOnlyFile(): { root: string; path: string } {
  const root = temporaryDirectory();
  const path = join(root, 'locked.txt');
  writeFileSync(path, 'old');
  chmodSync(path, 0o444);
  return { root, path };
}

test('a file that a user may not write is not replaced, though its directory would allow it', () => {
  const { root, path } = createReadOnlyFile();
  writeFileSync(join(root, 'other'), 'new');
  const refusal = {
    code: 'PERMISSION_DENIED',
    message: `${path} is not writable for this user`,
    hint: expect.stringContaining('chmod u+w'),
  };
  const edits = [{ oldText: 'old', newText: 'new', replaceAll: false }];
  expect(asPlainUser(root, 'write', path, { ...whole('new'), backup: true })).toEqual(refusal);
  expect(asPlainUser(root, 'edit', path, { edits, dryRun: false })).toEqual(refusal);
  const onto = { overwrite: true, onBytes: () => {} };
  expect(asPlainUser(root, 'copy', join(root, 'other'), path, onto)).toEqual(refusal);
  expect(asPlainUser(root, 'move', join(root, 'other'), path, { overwrite: true })).toEqual(refusal);
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(root).sort()).toEqual(['locked.txt', 'other']);
  expect(asPlainUser(root, 'edit', path, { edits, dryRun: true })).toMatchObject({
    done: { replacements: 1 },
  });
  chmodSync(path, 0o644);
  expect(asPlainUser(root, 'write', path, whole('new'))).toMatchObject({ done: { created: false } });
  expect(asPlainUser(root, 'move', join(root, 'other'), path, { overwrite: true })).toMatchObject({
    done: {},
  });
  // Moved itself, a read-only file only changes its name, as with mv.
  chmodSync(path, 0o444);
  expect(asPlainUser(root, 'move', path, join(root, 'renamed'), { overwrite: false })).toMatchObject({
    done: {},
  });
});

test('a file in a directory that takes no new files is not written, and it is said why', () => {
  const root = temporaryDirectory();
  const folder = join(root, 'folder');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a'), 'old');
  chmodSync(folder, 0o555);
  for (const name of ['a', 'new'])
    expect(asPlainUser(root, 'write', join(folder, name), whole('new'))).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: `${join(folder, name)} cannot be written: ${folder} takes no new files`,
    });
  expect(readdirSync(folder)).toEqual(['a']);
});

test.runIf(process.getuid?.() === 0)('root writes a read-only file, as the system allows', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'locked.txt');
  writeFileSync(path, 'old');
  chmodSync(path, 0o444);
  dataOf(await call('write_file', { path, content: 'new' }));
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o444);
});
