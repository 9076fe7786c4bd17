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

/** The names in what `toolgate tools` prints; a line that starts at the margin is about a pack. */
async function printed(home: Home, args: readonly string[] = [], env = {}): Promise<string[]> {
  const { code, stdout, stderr } = await home.run(['tools', ...args], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return [...stdout.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name);
}

const CHOICES: readonly (readonly [string, readonly string[], Record<string, string>])[] = [
  ['nothing', [], {}],
  ['--mode read_only', ['--mode', 'read_only'], {}],
  ['--profile core', ['--profile', 'core'], {}],
  ['--pack filesystem,compat', ['--pack', 'filesystem,compat'], {}],
  ['TOOLGATE_PROFILE', [], { TOOLGATE_PROFILE: 'core' }],
];

for (const [what, args, env] of CHOICES) {
  test(`tools lists what an agent is offered with ${what}`, async () => {
    const home = makeHome();
    const names = await offered(home, args, env);
    expect(names.length).toBeGreaterThan(5);
    expect((await printed(home, args, env)).sort()).toEqual(names.sort());
    const { stdout } = await home.run(['tools', '--json', ...args], { env });
    expect((JSON.parse(stdout) as { name: string }[]).map(({ name }) => name).sort()).toEqual(names);
  });
}

for (const project of [
  { packs: ['git', 'ci'] },
  { profile: 'core' },
  { permissionLevel: 'read_only' },
  { packs: [] },
]) {
  test(`tools heeds ${JSON.stringify(project)} in the project's own file`, async () => {
    const home = makeHome();
    const all = await offered(home);
    home.writeProjectFile(project);
    const names = await offered(home, ['--mode', 'full_access']);
    expect(names.length).toBeLessThan(all.length);
    expect((await printed(home, ['--mode', 'full_access'])).sort()).toEqual(names.sort());
  });
}

test('tools says so where nothing is offered', async () => {
  const home = makeHome();
  home.writeProjectFile({ packs: ['git'] });
  expect((await home.run(['tools', '--pack', 'ci'])).stdout).toBe(
    'An agent started here is offered no tools; its packs: none.\n',
  );
});
