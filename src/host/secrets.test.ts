import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../test/support/host.ts';
import { temporaryDirectory } from '../../test/support/program.ts';
import { writeFiles } from '../../test/support/write-files.ts';

const VALUE = 'plain words, no pattern';

test('a secret of the store is masked from the moment it is set, and by the next host', async () => {
  const agent = createTestHost();
  writeFiles(agent.root, { 'notes.txt': `seen: ${VALUE}\n` });
  const read = async ({ call }: Pick<typeof agent, 'call'>) =>
    dataOf(await call('read_file', { path: join(agent.root, 'notes.txt') })).content;
  expect(await read(agent)).toBe(`seen: ${VALUE}\n`);
  await agent.host.secrets.set('openai', VALUE);
  expect(await read(agent)).toBe('seen: [REDACTED]\n');
  const dataDir = temporaryDirectory();
  copyFileSync(join(agent.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
  const next = createTestHost({}, { dataDir, root: agent.root, keys: agent.keys });
  expect(await read(next)).toBe('seen: [REDACTED]\n');
});

test('no tool reads or writes the key, though its directory is open to the agent', async () => {
  const root = temporaryDirectory();
  const { call, host } = createTestHost({ permissionLevel: 'full_access' }, { root, keys: root });
  await host.secrets.set('openai', VALUE);
  writeFiles(root, { 'beside/notes.txt': 'free to read' });
  const path = join(root, 'toolgate', 'secret.key');
  const key = readFileSync(path, 'utf8').trim();
  const tries = await Promise.all([
    call('read_file', { path }),
    call('write_file', { path, content: 'mine' }),
    call('delete_file', { path }),
    call('shell_execute', { command: `cat ${path}` }),
    call('shell_execute', { command: `cat ${root}/tool*/secret*; grep -r . ${root}; cp -r toolgate copy` }),
    call('search_text', { query: '.', regex: true, path: root }),
    call('shell_execute', { command: 'grep -rh . .; find . -type f -exec cat {} +' }),
    call('list_directory', { path: join(root, 'toolgate') }),
  ]);
  // The same calls reach what lies beside it.
  for (const answer of [tries[5], tries[6]]) expect(JSON.stringify(answer)).toContain('free to read');
  for (const answer of tries) expect(JSON.stringify(answer)).not.toContain(key);
  expect(readFileSync(path, 'utf8').trim()).toBe(key);
  expect(existsSync(join(root, 'copy', 'secret.key'))).toBe(false);
});
