import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';

const filesOfSort = (): string[] => readdirSync(tmpdir()).filter((name) => /^sort\w{6}$/.test(name));

test('without a sandbox, what runs unasked puts nothing on the disk, also where it sorts a text without end', async () => {
  const host = createTestHost({ sandbox: 'off' });
  const before = filesOfSort();
  // It keeps a few megabytes in memory; the rest goes into files.
  const command = 'seq 1 4000000 | sort | wc -l';
  const endless = await host.call('shell_execute', { command });
  expect(endless).toMatchObject({
    data: { stdout: '0\n', stderr: expect.stringMatching(/File too large|sort/) },
  });
  expect(filesOfSort()).toEqual(before);
});

test('what needs no file runs as ever, and what a person allows writes', async () => {
  const host = createTestHost({ sandbox: 'off' });
  expect(await host.call('shell_execute', { command: 'seq 20000 | sort -rn | head -n 1' })).toMatchObject({
    data: { stdout: '20000\n' },
  });
  expect(await host.call('run_command', { command: 'echo "a b"' })).toMatchObject({
    data: { stdout: 'a b\n' },
  });
  const writer = createTestHost({ sandbox: 'off', permissionLevel: 'full_access' });
  await writer.call('shell_execute', { command: 'echo x > made.txt' });
  expect(existsSync(`${writer.root}/made.txt`)).toBe(true);
});
