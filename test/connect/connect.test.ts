import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CONNECT_CLIENTS } from '../../src/cli/connect/clients.ts';
import { makeHome } from '../support/home.ts';
import { temporaryDirectory } from '../support/program.ts';
import { runOnMount } from '../support/run-on-mount.ts';
import { runAtTerminal } from '../support/terminal.ts';
import { EXAMPLES } from './examples.ts';

const LIMIT_MS = 60_000;
const NAMES = Object.keys(CONNECT_CLIENTS);

function withFile(name: string, text: string | undefined) {
  const home = makeHome();
  const example = EXAMPLES[name];
  if (example === undefined) throw new Error(`There is no example for ${name}`);
  const path = join(home.directory, example.path);
  mkdirSync(dirname(path), { recursive: true });
  if (text !== undefined) writeFileSync(path, text);
  return { ...home, example, path, read: () => readFileSync(path, 'utf8') };
}

const wordsOf = (text: string): string[] => text.match(/[\w#/*][\w./+:*#-]*/g) ?? [];

for (const name of NAMES) {
  test(
    `${name}: adds itself, changes nothing twice, and leaves the bytes as they were`,
    async () => {
      const { run, example, path, read } = withFile(name, EXAMPLES[name]?.text);
      const asked = await run(['connect', name]);
      expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
      expect(asked.stdout).toMatch(/^\+.*toolgate/m);
      expect(read()).toBe(example.text);

      expect(await run(['connect', name, '--yes'])).toMatchObject({ code: 0, stderr: '' });
      const connected = read();
      expect(connected).toMatch(example.holds);
      for (const word of wordsOf(example.text)) expect(connected).toContain(word);
      expect(readFileSync(`${path}.before-toolgate`, 'utf8')).toBe(example.text);

      expect((await run(['connect', name, '--yes'])).stdout).toContain('is connected already');
      expect(read()).toBe(connected);

      expect(await run(['connect', name, '--remove', '--yes'])).toMatchObject({ code: 0, stderr: '' });
      expect(read()).toBe(example.text);
      expect((await run(['connect', name, '--remove', '--yes'])).stdout).toContain('is not connected');
    },
    LIMIT_MS,
  );

  test(
    `${name}: a change made since stays when it is taken out, and a file of our own goes away`,
    async () => {
      const { run, example, path, read } = withFile(name, EXAMPLES[name]?.text);
      await run(['connect', name, '--yes']);
      writeFileSync(path, read().replace(...example.later));
      expect(await run(['connect', name, '--remove', '--yes'])).toMatchObject({ code: 0, stderr: '' });
      expect(read()).not.toContain('toolgate');
      // Its comments too.
      for (const word of wordsOf(example.text.replace(...example.later))) expect(read()).toContain(word);

      const empty = withFile(name, undefined);
      const own = empty.path.replace(/\.jsonc$/, '.json');
      await empty.run(['connect', name, '--yes']);
      expect(existsSync(own)).toBe(true);
      await empty.run(['connect', name, '--remove', '--yes']);
      expect(existsSync(own)).toBe(false);
    },
    LIMIT_MS,
  );

  test(
    `${name}: a damaged file is refused with the lines to add`,
    async () => {
      const { run, example, path, read } = withFile(name, EXAMPLES[name]?.damaged);
      const refused = await run(['connect', name, '--yes']);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain(`${path} was left as it is`);
      expect(refused.stderr).toContain('toolgate.js');
      expect(read()).toBe(example.damaged);
      await run(['connect', name, '--yes', '--remove']);
      expect(read()).toBe(example.damaged);
      expect(existsSync(`${path}.before-toolgate`)).toBe(false);
    },
    LIMIT_MS,
  );
}

test('a person is asked, and a no changes nothing', async () => {
  const home = withFile('cursor', EXAMPLES.cursor?.text);
  const no = runAtTerminal(home, ['connect', 'cursor']);
  await no.see(/Connect Cursor so\? \[y\/n\]/);
  no.type('n\r');
  expect(await no.exit).toBe(1);
  expect(home.read()).toBe(EXAMPLES.cursor?.text);
  const yes = runAtTerminal(home, ['connect', 'cursor']);
  await yes.see(/\[y\/n\]/);
  yes.type('y\r');
  expect(await yes.exit).toBe(0);
  expect(home.read()).toContain('toolgate.js');
}, 60_000);

test('what was added to the entry stays, flags are handed on, and it is updated in place', async () => {
  const { run, read, path, project } = withFile('codex', EXAMPLES.codex?.text);
  await run(['connect', 'codex', '--yes']);
  writeFileSync(path, `${read()}startup_timeout_sec = 20\n\n[mcp_servers.toolgate.env]\nA = "b"\n`);
  await run(['connect', 'codex', '--yes', '--root', '.', '--mode', 'read_only']);
  expect(read()).toContain('startup_timeout_sec = 20');
  expect(read()).toContain('[mcp_servers.toolgate.env]\nA = "b"');
  expect(read()).toMatch(new RegExp(`"stdio", "--root", "${project}", "--mode", "read_only"`));
  expect(read().match(/\[mcp_servers\.toolgate\]/g)).toHaveLength(1);
  await run(['connect', 'codex', '--remove', '--yes']);
  expect(read()).toBe(EXAMPLES.codex?.text);
}, 60_000);

test('a file that is closed to others stays so, and a link stays a link', async () => {
  const { run, path, directory, read } = withFile('claude-code', EXAMPLES['claude-code']?.text);
  const real = join(directory, 'dotfiles.json');
  renameSync(path, real);
  symlinkSync(real, path);
  chmodSync(real, 0o600);
  await run(['connect', 'claude-code', '--yes']);
  expect(read()).toContain('toolgate.js');
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect([real, `${path}.before-toolgate`].map((file) => statSync(file).mode & 0o777)).toEqual([
    0o600, 0o600,
  ]);
}, 60_000);

test('--print names the file and changes nothing', async () => {
  const { run, path } = withFile('goose', undefined);
  const { code, stdout } = await run(['connect', 'goose', '--print']);
  expect(code).toBe(0);
  expect(stdout).toContain(`In ${path}:`);
  expect(stdout).toMatch(/extensions:\n {2}toolgate:/);
  expect(existsSync(path)).toBe(false);
}, 60_000);

test('a client is given the data directory of the one who connects it', async () => {
  const { run } = withFile('goose', undefined);
  const { stdout } = await run(['connect', 'goose', '--print'], { env: { TOOLGATE_DATA_DIR: '/srv/gate' } });
  expect(stdout).toMatch(/--data-dir[\s\S]*\/srv\/gate/);
});

test('--hooks installs the hook too, in one change where both share a file, and takes it back', async () => {
  const text = '{\n    "ui": {}\n}\n';
  const { run, read, directory } = withFile('gemini', text);
  await run(['connect', 'gemini', '--hooks', '--yes']);
  expect(JSON.parse(read())).toMatchObject({
    mcpServers: {
      toolgate: { args: [expect.stringContaining('toolgate.js'), 'stdio', '--profile', 'lean'] },
    },
    hooks: { BeforeTool: [{ matcher: '*' }] },
  });
  expect((await run(['hooks', 'status', 'gemini'])).stdout).toMatch(/^installed/);
  expect((await run(['connect', 'gemini', '--hooks', '--yes'])).stdout).toContain('connected already');
  await run(['connect', 'gemini', '--hooks', '--remove', '--yes']);
  expect(read()).toBe(text);

  await run(['connect', 'claude-code', '--hooks', '--yes']);
  expect(existsSync(join(directory, '.claude/settings.json'))).toBe(true);
  expect(await run(['connect', 'zed', '--hooks', '--yes'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('without --hooks'),
  });
  expect(existsSync(join(directory, '.config/zed/settings.json'))).toBe(false);
}, 60_000);

test('a client that searches no tools gets the lean profile, unless another is named', async () => {
  const { run } = withFile('cursor', undefined);
  const argsOf = async (...words: string[]) => {
    const { stdout } = await run(['connect', ...words, '--print', '--json']);
    return (JSON.parse(stdout) as { entry: { args?: string[]; command: string[] } }).entry;
  };
  for (const name of NAMES.filter((one) => one !== 'claude-code'))
    expect(
      Object.values(await argsOf(name))
        .flat()
        .join(' '),
    ).toContain('stdio --profile lean');
  expect((await argsOf('claude-code')).args?.slice(1)).toEqual(['stdio']);
  expect((await argsOf('cursor', '--profile', 'full')).args?.slice(1)).toEqual([
    'stdio',
    '--profile',
    'full',
  ]);
}, 60_000);

for (const name of NAMES)
  test(`${name}: a file with comments keeps every byte of them, or is left alone`, async () => {
    const { format } = CONNECT_CLIENTS[name] as { format: string };
    const hash = format === 'toml' || format === 'yaml';
    const text = hash ? '# mine, keep this\n' : '{\n  // mine, keep this\n}\n';
    const { run, read, path } = withFile(name, text);
    const { code, stderr } = await run(['connect', name, '--yes']);
    expect(read()).toContain('mine, keep this');
    if (code === 0) expect(read()).toContain('toolgate');
    else {
      expect({ code, text: read() }).toEqual({ code: 2, text });
      expect(stderr).toMatch(/was left as it is[\s\S]*toolgate\.js/);
      expect(existsSync(`${path}.before-toolgate`)).toBe(false);
    }
  }, 60_000);

test('the entry starts a server that answers', async () => {
  const { run, read } = withFile('windsurf', undefined);
  await run(['connect', 'windsurf', '--yes']);
  const { mcpServers } = JSON.parse(read()) as {
    mcpServers: { toolgate: { command: string; args: string[] } };
  };
  expect(mcpServers.toolgate.command).toBe(process.execPath);
  const [, ...args] = mcpServers.toolgate.args;
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  };
  const { stdout } = await run([...args, '--in-process'], { input: `${JSON.stringify(hello)}\n` });
  expect(stdout).toContain('"serverInfo"');
}, 60_000);

for (const [name, text] of [
  ['codex', 'mcp_servers = { a = { command = "x" } }\n'],
  ['codex', '[mcp_servers]\ntoolgate = { command = "x" }\n'],
  ['codex', "x = '''\n[mcp_servers.toolgate]\n'''\n"],
] as const)
  test(`${name}: what cannot be changed safely is left alone: ${JSON.stringify(text)}`, async () => {
    const { run, read } = withFile(name, text);
    expect(await run(['connect', name, '--yes'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/cannot change safely[\s\S]*\[mcp_servers\.toolgate\]/),
    });
    expect(read()).toBe(text);
  }, 60_000);

for (const text of ['extensions:\n', '{extensions: {a: {b: 1}}}', '# only a remark\n'])
  test(`goose: ${JSON.stringify(text)} takes the entry and comes back`, async () => {
    const { run, read } = withFile('goose', text);
    expect(await run(['connect', 'goose', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    expect(read()).toContain('toolgate.js');
    await run(['connect', 'goose', '--remove', '--yes']);
    expect(read()).toBe(text);
  }, 60_000);

for (const [name, text] of [
  ['claude-desktop', '{"mcpServers":{}}\n'],
  ['windsurf', ''],
  ['windsurf', '{\r\n\t"mcpServers": { }\r\n}'],
  ['cursor', '{"a":1,"mcpServers":{"b":{"command":"x"}}}'],
  ['zed', '{\n  "theme": "One", // t\n}\n'],
  ['codex', 'model = "x"\r\n\r\n[a]\r\nb = 1'],
  ['goose', 'extensions:\n    a:   {b: 1} # mine\n'],
] as const)
  test(`${name}: ${JSON.stringify(text)} comes back without the flags it was connected with`, async () => {
    const { run, read, path, project } = withFile(name, text);
    await run(['connect', name, '--yes', '--root', project, '--mode', 'read_only']);
    expect(read()).toContain('read_only');
    await run(['connect', name, '--remove', '--yes']);
    expect(read()).toBe(text);
    expect(readFileSync(`${path}.before-toolgate`, 'utf8')).toBe(text);
    expect(existsSync(`${path}.before-toolgate.1`)).toBe(false);
  }, 60_000);

test('the server and the hook are taken out one by one, in any order, and the bytes come back', async () => {
  const text = '{\n\t"hooks": {}, // none\n\t"mcpServers": {}\n}';
  for (const isHookFirst of [true, false]) {
    const { run, read, project } = withFile('gemini', text);
    await run(['connect', 'gemini', '--yes', '--root', project]);
    await run(['hooks', 'install', 'gemini', '--yes']);
    expect(read()).toContain('"hooks": {');
    const ways = [
      ['hooks', 'remove', 'gemini'],
      ['connect', 'gemini', '--remove', '--yes'],
    ];
    for (const way of isHookFirst ? ways : ways.toReversed())
      expect(await run(way)).toMatchObject({ code: 0, stderr: '' });
    expect(read()).toBe(text);
  }
}, 60_000);

test(
  'on a full disk nothing is left beside the settings, and new settings are for their owner alone',
  async () => {
    const home = temporaryDirectory();
    const settings = JSON.stringify({
      mcpServers: { x: { env: { TOKEN: 'planted' } } },
      h: 'z'.repeat(90_000),
    });
    const { stdout, stderr } = await runOnMount(
      home,
      `mount -t tmpfs -o size=300k tmpfs "$DIR" && cd "$DIR" && export HOME="$DIR" XDG_CACHE_HOME=/tmp || exit 99
       printf '%s\\n' '${settings}' > .claude.json; chmod 600 .claude.json; cp .claude.json .claude.json.before-toolgate
       head -c 60000 /dev/zero > filler
       toolgate connect claude-code --yes --data-dir /nowhere > /dev/null; echo "code $?"
       ls -A; rm filler .claude.json .claude.json.before-toolgate
       toolgate connect claude-code --yes --data-dir /nowhere > /dev/null; stat -c '%a' .claude.json`,
    );
    expect(stderr).toMatch(/\.claude\.json cannot be written: .*no space/i);
    expect(stdout.split('\n').slice(-6)).toEqual([
      'code 2',
      '.claude.json',
      '.claude.json.before-toolgate',
      'filler',
      '600',
      '',
    ]);
  },
  LIMIT_MS,
);
