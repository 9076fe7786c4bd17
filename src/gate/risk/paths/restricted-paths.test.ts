import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../../test/support/host.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { codeOf } from '../../../../test/support/repository.ts';

test('a path that a person restricts is asked about, also in an open directory', async () => {
  const root = temporaryDirectory();
  mkdirSync(join(root, 'private'));
  for (const name of ['private/notes.txt', 'open.txt']) writeFileSync(join(root, name), 'text\n');
  const restrictedPaths = [join(root, 'private'), '/usr/share/doc', '/etc'];
  const { call } = createTestHost({ shell: { restrictedPaths } }, { root });
  const run = (command: string) => call('shell_execute', { command });
  for (const command of [
    'cat private/notes.txt',
    'head -1 /usr/share/doc/README',
    'cat ./private/../private/*',
  ])
    expect(codeOf(await run(command)), command).toBe('APPROVAL_PENDING');
  for (const command of ['cat open.txt', 'cat /etc/hosts'])
    expect(await run(command), command).toMatchObject({ ok: true });
});
