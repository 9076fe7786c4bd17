import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { startServe } from '../support/http.ts';
import { startLineClient } from '../support/line-client.ts';

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../examples/custom-tool.ts'), 'utf8');

test("the user's own tools are served over stdio with their descriptions", async () => {
  const home = makeHome();
  writeFileSync(join(home.dataDir, 'money.ts'), EXAMPLE);
  home.writeConfig({ toolModules: ['money.ts'] });
  const agent = startLineClient(['stdio', '--data-dir', home.dataDir], { cwd: home.project, env: home.env });
  await agent.initialize();
  const { result } = await agent.request('tools/list');
  const listed = (result?.tools as { name: string }[] | undefined)?.find(
    ({ name }) => name === 'convert_money',
  );
  expect(listed).toMatchObject({
    title: 'Convert money',
    inputSchema: { properties: { euros: { description: 'Amount' } }, additionalProperties: false },
  });
  expect(await agent.call('convert_money', { euros: 1, rate: 2 })).toMatchObject({
    structuredContent: { amount: 2 },
  });
  const { stdout } = await home.run(['tools']);
  expect(stdout).toContain('custom - Tools of your own\n  convert_money');
});

test('serve has them too, and settings can name them', async () => {
  const home = makeHome();
  writeFileSync(join(home.dataDir, 'money.ts'), EXAMPLE);
  home.writeConfig({ toolModules: ['money.ts'], toolPermissions: { convert_money: 'blocked' } });
  const place = { home: home.directory, dataDir: home.dataDir, root: home.project };
  const { stderr } = await startServe({ place, args: [] });
  expect(stderr()).toContain('MCP is served at');
  const { stdout, code } = await home.run(['explain', 'convert_money', '{"euros":1,"rate":2}']);
  expect([code, stdout]).toEqual([3, expect.stringMatching(/^deny .*\nrule: .*blocked/)]);
});

test('a project and the environment cannot name modules', async () => {
  const home = makeHome();
  const marker = join(home.project, 'ran');
  const module = join(home.project, 'evil.mjs');
  writeFileSync(
    module,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '');`,
  );
  home.writeProjectFile({ toolModules: ['evil.mjs'] });
  const refused = await home.run(['tools']);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('"toolModules" can only be set by you'),
  ]);
  home.writeProjectFile({});
  const ignored = await home.run(['tools'], { env: { TOOLGATE_TOOL_MODULES: module } });
  expect(ignored.code).toBe(0);
  expect(() => readFileSync(marker)).toThrow('ENOENT');
  // The same module does run where the user names it.
  home.writeConfig({ toolModules: [module] });
  const named = await home.run(['tools']);
  expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('exports no tool')]);
  expect(readFileSync(marker, 'utf8')).toBe('');
});

test('an agent cannot change a module, neither by a tool nor by a command', async () => {
  const home = makeHome();
  const module = join(home.project, 'money.ts');
  writeFileSync(module, EXAMPLE);
  home.writeConfig({ toolModules: [module], permissionLevel: 'full_access' });
  const agent = startLineClient(['stdio', '--data-dir', home.dataDir], { cwd: home.project, env: home.env });
  await agent.initialize();
  const write = await agent.call('write_file', { path: module, content: 'evil' });
  expect(write).toMatchObject({ isError: true });
  await agent.call('shell_execute', { command: `echo evil > ${module}`, access: ['write'] });
  const hidden = (name: string) => `f=${name.slice(0, 3)}; echo evil > "$f"${name.slice(3)}`;
  await agent.call('shell_execute', { command: hidden('money.ts'), access: ['write'] });
  expect(readFileSync(module, 'utf8')).toBe(EXAMPLE);
  // The same works for any other file.
  await agent.call('shell_execute', { command: hidden('third.ts'), access: ['write'] });
  expect(readFileSync(join(home.project, 'third.ts'), 'utf8')).toBe('evil\n');
  const other = await agent.call('write_file', { path: join(home.project, 'other.ts'), content: 'fine' });
  expect(other).not.toMatchObject({ isError: true });
});

test.each([
  ['throw new Error("broken")', 'cannot be loaded: broken'],
  ['export const tool = { name: 1 }', 'exports no tool'],
  [EXAMPLE.replace("'convert_money'", "'Convert Money'"), 'needs a name like my_tool'],
  [EXAMPLE.replace("'convert_money'", "'read_file'"), 'Toolgate itself has a tool "read_file" already'],
])('a wrong module is named: %#', async (text, words) => {
  const home = makeHome();
  writeFileSync(join(home.dataDir, 'mine.ts'), text);
  home.writeConfig({ toolModules: ['mine.ts'] });
  const { code, stderr } = await home.run(['serve', '--port', '0']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(stderr).toContain('mine.ts');
});
