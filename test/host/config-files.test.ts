import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';

const WRONG_FILES: readonly (readonly [string, unknown, RegExp])[] = [
  ['a misspelled key', { prot: 1 }, /config\.json: there is no key "prot", did you mean "port"\?/],
  [
    'a misspelled nested key',
    { limits: { lineByte: 3 } },
    /config\.json: there is no key "limits\.lineByte", did you mean "limits\.lineBytes"\?/,
  ],
  ['a key like no other', { xyzzy: 1 }, /config\.json: there is no key "xyzzy"[.;] /],
  ['a text for a number', { port: '4666' }, /config\.json.*"port".*number.*string/],
  ['an unknown mode', { permissionLevel: 'readonly' }, /"permissionLevel".*"read_only"/],
  ['an unknown pack', { packs: ['file'] }, /"packs\.0".*"filesystem"/],
  [
    'an unknown permission',
    { toolPermissions: { read_file: 'yes' } },
    /"toolPermissions\.read_file".*"blocked"/,
  ],
  ['a value where a group belongs', { limits: 5 }, /"limits".*object/],
  ['broken JSON', '{port: 1}', /config\.json cannot be read: .*line 1/],
  ['a list', '[]', /config\.json.*object/],
  ['null', 'null', /config\.json(?!.*destructure).*object/],
];

for (const [what, content, says] of WRONG_FILES) {
  test(`a configuration with ${what} is refused in words`, async () => {
    const home = makeHome();
    home.writeConfig(content);
    const { code, stdout, stderr } = await home.run(['config', 'check']);
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/^toolgate: [^\n]+\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
}

test('a wrong value is blamed on the one place it came from', async () => {
  const home = makeHome();
  home.writeConfig({ port: 1 });
  const { code, stderr } = await home.run(['config', 'check'], { env: { TOOLGATE_PORT: '70000' } });
  expect(code).toBe(2);
  expect(stderr).toContain('TOOLGATE_PORT');
  expect(stderr).not.toContain('config.json');
});

test('the check says what serve would say of an open address without a token', async () => {
  const home = makeHome();
  const env = { TOOLGATE_AUTH: 'none', TOOLGATE_HOST: '0.0.0.0', TOOLGATE_PORT: '0' };
  const refused = {
    code: 2,
    stdout: '',
    stderr: 'toolgate: auth "none" is for loopback addresses only, not 0.0.0.0.\n',
  };
  expect(await home.run(['config', 'check'], { env })).toEqual(refused);
  expect(await home.run(['serve'], { env })).toEqual(refused);
});

test('a pipe refuses a wrong configuration like every other command', async () => {
  const home = makeHome();
  home.writeConfig({ prot: 1 });
  const { code, stdout, stderr } = await home.run(['stdio']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/there is no key "prot", did you mean "port"\?/);
});

const WRONG_NAMES: readonly (readonly [string, string, RegExp])[] = [
  ['TOOLGATE_PORT', 'abc', /^toolgate: TOOLGATE_PORT is "abc", which is no number\./],
  ['TOOLGATE_AUTO_APPROVE_ENABLED', 'yes', /^toolgate: TOOLGATE_AUTO_APPROVE_ENABLED is "yes"/],
  ['TOOLGATE_PERMISSION_LEVEL', 'x', /permission_?level.*read_only/i],
  ['TOOLGATE_PACKS', 'git,foo', /packs.*filesystem/i],
];

for (const [name, value, says] of WRONG_NAMES) {
  test(`${name}=${value} is refused in words`, async () => {
    const { code, stdout, stderr } = await makeHome().run(['config', 'check'], { env: { [name]: value } });
    expect(stderr).toMatch(says);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
}

test('a flag comes before the environment, the environment before the file, the file before the default', async () => {
  const home = makeHome();
  const shown = async (args: readonly string[], env: Record<string, string>) => {
    const { stdout } = await home.run(['config', 'show', '--json', ...args], { env });
    const { port, permissionLevel, packs, limits } = JSON.parse(stdout) as Record<string, unknown>;
    return { port, permissionLevel, packs, lineBytes: (limits as { lineBytes: number }).lineBytes };
  };
  const fallback = await shown([], {});
  expect(fallback).toMatchObject({
    port: 4666,
    permissionLevel: 'execute_with_confirm',
    lineBytes: 0,
  });
  const file = { port: 1, permissionLevel: 'read_only', packs: ['git'], limits: { lineBytes: 5000 } };
  home.writeConfig({ $schema: 'ignored', ...file });
  const fromFile = { port: 1, permissionLevel: 'read_only', packs: ['git'], lineBytes: 5000 };
  expect(await shown([], {})).toEqual(fromFile);
  const env = { TOOLGATE_PORT: '2', TOOLGATE_PACKS: 'ci, gate', TOOLGATE_LIMITS_LINE_BYTES: '6000' };
  expect(await shown([], env)).toEqual({ ...fromFile, port: 2, packs: ['ci', 'gate'], lineBytes: 6000 });
  expect(await shown(['--port', '3', '--pack', 'rag', '--mode', 'full_access'], env)).toEqual({
    port: 3,
    permissionLevel: 'full_access',
    packs: ['rag'],
    lineBytes: 6000,
  });
});

test('config show names each key with its value and its name in the environment', async () => {
  const { code, stdout } = await makeHome().run(['config', 'show'], { env: { TOOLGATE_PORT: '77' } });
  expect(code).toBe(0);
  const line = (key: string) =>
    stdout
      .split('\n')
      .find((text) => text.startsWith(`${key} `))
      ?.split(/ +/);
  expect(line('port')).toEqual(['port', '77', 'TOOLGATE_PORT']);
  expect(line('limits.lineBytes')).toEqual(['limits.lineBytes', '0', 'TOOLGATE_LIMITS_LINE_BYTES']);
});

test('config check refuses a root that is not there', async () => {
  const home = makeHome();
  home.writeConfig({ roots: ['/no/such/place'] });
  expect(await home.run(['config', 'check'])).toMatchObject({
    code: 2,
    stderr: 'toolgate: The root /no/such/place is not a directory.\n',
  });
});

test('config check says what of a project file is not followed', async () => {
  const home = makeHome();
  home.writeConfig({ toolPermissions: { git_push: 'blocked' } });
  const check = async (file: object) => {
    home.writeProjectFile(file);
    const { code, stdout } = await home.run(['config', 'check']);
    return { code, said: stdout.split('not followed: ')[1] };
  };
  expect(await check({ permissionLevel: 'read_only', toolPermissions: { write_file: 'blocked' } })).toEqual({
    code: 0,
    said: undefined,
  });
  expect(
    await check({
      permissionLevel: 'full_access',
      toolPermissions: { write_file: 'allowed', git_push: 'allowed', read_file: 'blocked' },
    }),
  ).toEqual({
    code: 0,
    said: 'permissionLevel "full_access", toolPermissions.write_file "allowed", toolPermissions.git_push "allowed".\n',
  });
});

test('config path names the files and says which are there; config check says that all is right', async () => {
  const home = makeHome();
  home.writeProjectFile({ permissionLevel: 'read_only' });
  const { stdout } = await home.run(['config', 'path']);
  expect(stdout).toBe(`${home.configPath}  (not there)\n${home.project}/toolgate.json\n`);
  expect(await home.run(['config', 'check'])).toEqual({
    code: 0,
    stdout: 'The configuration is right.\n',
    stderr: '',
  });
  expect((await home.run(['config', 'look'])).stderr).toBe(
    'toolgate: There is no "config look". There are show, path and check.\n',
  );
  const missing = await home.run(['config', 'check', '--config', `${home.directory}/none.json`]);
  expect(missing).toEqual({
    code: 2,
    stdout: '',
    stderr: `toolgate: There is no config file ${home.directory}/none.json.\n`,
  });
});

test('config check and doctor say that a host keeps the settings it was started with', async () => {
  const home = makeHome();
  const env = { TOOLGATE_IDLE_EXIT_MS: '120000' };
  const run = (...words: string[]) => home.run(words, { env });
  const changed = /^missing +\S+config\.json was changed since; the host keeps .*\n +.*toolgate.* stop/m;
  await run('call', 'get_diagnostics');
  const [, pid] = /runs \(background, pid (\d+)\)/.exec((await run('doctor')).stdout) ?? [];
  expect((await run('doctor')).stdout).not.toMatch(changed);
  home.writeConfig({ egress: { allowedOrigins: ['http://localhost:3000'] } });
  const { code, stdout } = await run('config', 'check');
  expect(code).toBe(0);
  expect(stdout).toContain(`A host runs (pid ${pid}) with the settings it was started with.`);
  expect((await run('doctor')).stdout).toMatch(changed);
  await run('stop');
  expect((await run('config', 'check')).stdout).toBe('The configuration is right.\n');
});
