import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';

test('a call is refused while another program holds the record, and told what to wait for', async () => {
  const { call, dataDir, root } = createFilesHost();
  const args = { path: 'a.txt', content: 'a' };
  const other = new DatabaseSync(join(dataDir, 'audit.db'));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  expect(await call('write_file', args)).toMatchObject({
    error: {
      code: 'UNAVAILABLE',
      message: 'The record of this call cannot be written, so it is refused',
      hint: expect.stringContaining('Another program holds audit.db'),
    },
  });
  expect(existsSync(join(root, 'a.txt'))).toBe(false);
  other.exec('ROLLBACK');
  dataOf(await call('write_file', args));
});
