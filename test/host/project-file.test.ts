import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';
import { startLineClient } from '../support/line-client.ts';

interface Facts {
  readonly mode: string;
  readonly packs: string[];
}

/** What an agent started in the project may do, as it is told itself. */
async function factsOfAgent(home: Home, args: readonly string[] = [], env = {}): Promise<Facts> {
  const agent = startLineClient(['stdio', ...args], { cwd: home.project, env: { ...home.env, ...env } });
  await agent.initialize();
  const { structuredContent } = await agent.call('get_diagnostics');
  const { mode, packs } = structuredContent as Facts;
  return { mode, packs };
}

test('a project can lower the mode that was chosen, and never raise it', async () => {
  const home = makeHome();
  home.writeProjectFile({ permissionLevel: 'read_only' });
  expect((await factsOfAgent(home, ['--mode', 'full_access'])).mode).toBe('read_only');
  home.writeProjectFile({ permissionLevel: 'full_access' });
  expect((await factsOfAgent(home, ['--mode', 'read_only'])).mode).toBe('read_only');
  expect((await factsOfAgent(home)).mode).toBe('execute_with_confirm');
});

test('a project can take packs away, and never add one', async () => {
  const home = makeHome();
  home.writeProjectFile({ packs: ['ci', 'conformance'] });
  expect((await factsOfAgent(home)).packs).toEqual(['ci']);
  expect((await factsOfAgent(home, ['--pack', 'ci,gate'])).packs).toEqual(['ci']);
});

test('a project can block a tool or have it asked, and never allow one', async () => {
  const home = makeHome();
  const explain = async () => {
    const { stdout } = await home.run(['explain', 'list_directory', '{"path":"."}', '--json']);
    const { decision, rule } = JSON.parse(stdout) as { decision: string; rule: string };
    return { decision, rule };
  };
  const rule = (setting: string) => `toolPermissions.list_directory = ${setting}`;
  home.writeProjectFile({ toolPermissions: { list_directory: 'blocked' } });
  expect(await explain()).toEqual({ decision: 'deny', rule: rule('blocked') });
  home.writeProjectFile({ toolPermissions: { list_directory: 'confirm' } });
  expect(await explain()).toEqual({ decision: 'ask', rule: rule('confirm') });
  home.writeConfig({ toolPermissions: { list_directory: 'blocked' } });
  home.writeProjectFile({ toolPermissions: { list_directory: 'allowed' } });
  expect(await explain()).toEqual({ decision: 'deny', rule: rule('blocked') });
  home.writeConfig({ toolPermissions: { list_directory: 'allowed' } });
  home.writeProjectFile({ toolPermissions: { list_directory: 'confirm' } });
  expect(await explain()).toEqual({ decision: 'ask', rule: rule('confirm') });
});

for (const [key, value] of Object.entries({
  roots: ['/'],
  port: 80,
  autoApprove: {},
  allowedOrigins: ['*'],
  dataDir: '/',
})) {
  test(`"${key}" in a project's file is refused in words, before the agent is served`, async () => {
    const home = makeHome();
    home.writeProjectFile({ [key]: value });
    const { code, stdout, stderr } = await home.run(['stdio']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `toolgate: ${home.project}/toolgate.json: "${key}" can only be set by you, in ~/.toolgate/config.json; ` +
        'a project may set permissionLevel, toolPermissions, packs, profile, outputBudgetBytes.\n',
    );
  });
}

test("a misspelled key in a project's file names the right one", async () => {
  const home = makeHome();
  home.writeProjectFile({ permisionLevel: 'read_only' });
  const { code, stderr } = await home.run(['config', 'check']);
  expect(code).toBe(2);
  expect(stderr).toContain('did you mean "permissionLevel"?');
});

test('what an agent has in its own environment holds for it, under any host', async () => {
  const home = makeHome();
  const first = startLineClient(['stdio', '--mode', 'full_access'], { cwd: home.project, env: home.env });
  await first.initialize();
  const own = { TOOLGATE_PERMISSION_LEVEL: 'read_only', TOOLGATE_PACKS: 'ci' };
  expect(await factsOfAgent(home, [], own)).toEqual({ mode: 'read_only', packs: ['ci'] });
});

test('what the agent who started the host has in its environment does not hold for the others', async () => {
  const home = makeHome();
  const env = { ...home.env, TOOLGATE_PERMISSION_LEVEL: 'full_access' };
  const first = startLineClient(['stdio'], { cwd: home.project, env });
  await first.initialize();
  expect((await factsOfAgent(home)).mode).toBe('execute_with_confirm');
});

test.each(['a FIFO', 'a device'])('%s in the place of the project file holds nobody up', async (what) => {
  const home = makeHome();
  const other = startLineClient(['stdio'], { cwd: home.directory, env: home.env });
  await other.initialize();
  const file = join(home.project, 'toolgate.json');
  if (what === 'a FIFO') execFileSync('mkfifo', [file]);
  else symlinkSync('/dev/zero', file);
  const { code, stderr } = await home.run(['config', 'check']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('it is not a regular file')]);
  const agent = startLineClient(['stdio'], { cwd: home.project, env: home.env });
  expect((await agent.exit).code).toBe(2);
  await other.call('get_diagnostics');
});

test('a tool is blocked under every name it has, and a name that is none is refused', async () => {
  const home = makeHome();
  home.writeConfig({ toolPermissions: { 'filesystem/read': 'blocked', read_file: 'allowed' } });
  for (const tool of ['read_file', 'filesystem/read', 'ReadFileAsync']) {
    const { stdout } = await home.run(['explain', tool, '{"path":"a"}', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ rule: 'toolPermissions.read_file = blocked' });
  }
  home.writeConfig({ toolPermissions: { read_File: 'blocked' } });
  expect(await home.run(['config', 'check'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no tool "read_File", did you mean "read_file"?'),
  });
  home.writeConfig({});
  home.writeProjectFile({ toolPermissions: { nosuch: 'blocked' } });
  expect(await home.run(['config', 'check'])).toMatchObject({ code: 2 });
});
