import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';

/** A project whose directory `vault` a person has closed to tools, with a link that leads into it. */
async function makeVault(): Promise<Home> {
  const home = makeHome();
  const at = (path: string): string => join(home.project, path);
  execFileSync('git', ['init', '-q', home.project]);
  for (const folder of ['src', 'vault', 'vault/deep']) mkdirSync(at(folder));
  writeFileSync(at('src/open.txt'), 'needle in the open\n');
  writeFileSync(at('vault/deep/closed.txt'), 'needle in the vault\n');
  symlinkSync('vault', at('door'));
  execFileSync('git', ['add', '-N', '.'], { cwd: home.project });
  const { code } = await home.run(['rules', 'add', 'deny', '*', '--path', at('vault/**')]);
  expect(code).toBe(0);
  return home;
}

test('a path that a rule refuses is not come across by any other name', async () => {
  const home = await makeVault();
  const call = (tool: string, args: object) =>
    home.run(['call', tool, JSON.stringify(args), '--mode', 'full_access']);
  const shown = async (tool: string, args: object): Promise<string> => (await call(tool, args)).stdout;

  expect(await shown('search_text', { query: 'needle' })).toMatch(/open\.txt/);
  expect(await shown('search_files', { pattern: '*.txt' })).toBe('src/open.txt\n');
  expect(await shown('list_directory', { path: '.', recursive: true })).toMatch(/src\/open\.txt/);
  expect(await shown('git_diff', { repositoryPath: '.' })).toMatch(/needle in the open/);
  expect(await shown('shell_execute', { command: 'grep -rh needle . || true' })).toMatch(/in the open/);
  for (const [tool, args] of [
    ['search_text', { query: 'needle' }],
    ['search_text', { query: 'needle', includeIgnored: true }],
    ['search_files', { pattern: '*', includeIgnored: true }],
    ['list_directory', { path: '.', recursive: true }],
    ['shell_execute', { command: 'grep -r needle . || true' }],
  ] as const)
    expect([tool, await shown(tool, args)]).toEqual([tool, expect.not.stringMatching(/in the vault|closed/)]);
  // Git tells that the file changed, and not how.
  expect(await shown('git_diff', { repositoryPath: '.' })).not.toMatch(/in the vault/);

  for (const [tool, args] of [
    ['read_file', { path: 'vault/deep/closed.txt' }],
    ['read_file', { path: 'door/deep/closed.txt' }],
    ['write_file', { path: 'door/new.txt', content: 'x' }],
    ['copy_path', { from: 'vault', to: 'copy' }],
    ['move_path', { from: 'vault', to: 'other' }],
    ['move_path', { from: 'vault/deep', to: 'other' }],
    ['list_directory', { path: 'door/deep' }],
  ] as const)
    expect([tool, args, await shown(tool, args)]).toEqual([
      tool,
      args,
      expect.stringMatching(/^BLOCKED_BY_POLICY/),
    ]);
}, 60_000);
