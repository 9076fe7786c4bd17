import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox } from '../../../test/support/sandbox-place.ts';
import { createShellHost } from '../../../test/support/shell.ts';

inSandbox('a listing that shows a hidden file as a device says so', async () => {
  const { approved, unasked, root } = await createShellHost();
  writeFileSync(join(root, '.env'), 'KEY=value-of-it\n');
  writeFileSync(join(root, 'a.txt'), 'x');
  const { data: listed = {} } = await unasked.call('shell_execute', { command: 'ls -la' });
  expect(listed.stdout).toMatch(/^c.* \.env$/m);
  expect(listed.lacked).toMatch(/its content is hidden from this command/);
  for (const command of ['ls', 'ls -la a.txt', 'ls -l /dev/null'])
    expect((await unasked.call('shell_execute', { command })).data, command).not.toHaveProperty('lacked');
  const all = await approved.call('shell_execute', { command: 'ls -la', access: ['secrets'] });
  expect(all.data).not.toHaveProperty('lacked');
  expect(JSON.stringify(all.data)).toMatch(/-rw[^\n]* \.env/);
});
