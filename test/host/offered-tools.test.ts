import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';
import { startLineClient } from '../support/line-client.ts';

/** What an agent started in the project is offered. */
async function offered(home: Home, args: readonly string[] = [], env = {}): Promise<string[]> {
  const agent = startLineClient(['stdio', ...args], { cwd: home.project, env: { ...home.env, ...env } });
  await agent.initialize();
  const { result } = await agent.request('tools/list');
  return (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
}

test('compat alone adds the older names to the default packs', async () => {
  const home = makeHome();
  const usual = await offered(home);
  const withOlder = await offered(home, ['--pack', 'compat']);
  expect(withOlder).toEqual(expect.arrayContaining([...usual, 'ReadFileAsync', 'CommitAsync']));
  expect(await offered(home, [], { TOOLGATE_PACKS: 'compat' })).toEqual(withOlder);
  home.writeProjectFile({ packs: ['compat'] });
  expect(await offered(home)).toEqual(usual);
});

test('compat beside another pack adds the older names of that one', async () => {
  const names = await offered(makeHome(), ['--pack', 'filesystem,compat']);
  expect(names).toEqual(expect.arrayContaining(['read_file', 'ReadFileAsync']));
  expect(names).not.toContain('git_commit');
});
