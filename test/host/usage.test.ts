import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { BIN } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';

const { version } = JSON.parse(readFileSync(join(BIN, '../../package.json'), 'utf8')) as { version: string };

for (const args of [['--version'], ['-v'], ['serve', '--version'], ['stdio', '--version']]) {
  test(`toolgate ${args.join(' ')} prints the version`, async () => {
    expect(await makeHome().run(args)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
}

const COMMANDS = Object.keys((await import('../../src/cli/commands/index.ts')).COMMANDS);

test('--help names every command and the exit codes', async () => {
  const { code, stdout, stderr } = await runProgram(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const command of COMMANDS.filter((name) => name !== 'host' && name !== 'sandboxed'))
    expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
  expect(stdout).toContain('Exit codes: 0 done; 1 the tool failed; 2 wrong use; 3 refused');
});

for (const command of COMMANDS) {
  test(`toolgate ${command} --help and toolgate help ${command} are about ${command}`, async () => {
    const [flag, word] = await Promise.all([runProgram([command, '--help']), runProgram(['help', command])]);
    expect(word.stdout).toMatch(new RegExp(`^toolgate ${command}\\b`));
    expect(flag).toEqual(word);
  });
}

const DEEP = `{"path":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;

const WRONG_USE: readonly (readonly [readonly string[], RegExp])[] = [
  [['srve'], /^toolgate: There is no command "srve", did you mean "serve"\? toolgate --help lists them\.\n$/],
  [['xyzzy'], /^toolgate: There is no command "xyzzy"[.;] toolgate --help lists them\.\n$/],
  [
    ['serve', '--prot', '1'],
    /^toolgate: serve takes no flag --prot, did you mean --port\? toolgate help serve shows more\.\n$/,
  ],
  [['audit', 'query', '-limit', '5'], /^toolgate: -limit is written with two dashes: --limit\.\n$/],
  [
    ['stdio', '--bogus-flag'],
    /^toolgate: stdio takes no flag --bogus-flag; toolgate help stdio shows more\.\n$/,
  ],
  [
    ['serve', '--port', '70000'],
    /^toolgate: --port is "70000", which is not a port between 0 and 65535\.\n$/,
  ],
  [['serve', '--port'], /^toolgate: --port needs a value: a port between 0 and 65535\.\n$/],
  [['stdio', '--mode'], /^toolgate: --mode needs a value: read_only, execute_with_confirm, full_access\.\n$/],
  [
    ['audit', 'query', '--limit', '-5'],
    /^toolgate: --limit needs a value: a whole number above 0\. "-5" is taken for a flag; if it is meant, write --limit=-5\.\n$/,
  ],
  [['audit', 'query', '--limit=-5'], /^toolgate: --limit is "-5", which is not a whole number above 0\.\n$/],
  [
    ['tokens', 'create', 'x', '--expires-in', '-1d'],
    /^toolgate: --expires-in needs a value: a time like 30m, 12h or 30d\. "-1d" is .*write --expires-in=-1d\.\n$/,
  ],
  [
    ['approvals', 'deny', 'x', '--feedback', '-no'],
    /^toolgate: --feedback needs a value: a text\. "-no" is /,
  ],
  [['--bogus'], /^toolgate: toolgate takes no flag --bogus; toolgate --help shows more\.\n$/],
  [['tools', '--json=5'], /^toolgate: --json takes no value\.\n$/],
  [['call', 'read_file', DEEP], /^toolgate: The arguments are nested deeper than 198 levels\.\n$/],
  [['explain', 'read_file', DEEP], /^toolgate: The arguments are nested deeper than 198 levels\.\n$/],
  [
    ['stdio', '--mode', 'readonly'],
    /^toolgate: --mode is "readonly", did you mean "read_only"\? Allowed are /,
  ],
  [['stdio', '--mode', 'x'], /^toolgate: --mode is "x"[.;] Allowed are read_only, /],
  [['tools', '--pack', 'gti'], /^toolgate: --pack is "gti", did you mean "git"\?/],
  [['serve', '--log-level', 'loud'], /^toolgate: --log-level is "loud".*debug, info, warn, error, silent/],
  [['help', 'zzzz'], /^toolgate: There is no command "zzzz"\. toolgate --help lists them\.\n$/],
  [['tools', 'extra'], /^toolgate: tools takes no word "extra"; toolgate help tools shows more\.\n$/],
  [['call', 'file_exists', '{}', 'extra'], /^toolgate: call takes no word "extra"; /],
  [['tokens', 'list', 'extra'], /^toolgate: tokens list takes no word "extra"; /],
  [['stdio', '--in-process', 'extra'], /^toolgate: stdio takes no word "extra"; /],
  [
    ['call', 'git_log', '--args', '{}'],
    /^toolgate: call takes no flag --args; toolgate help call shows more\.\n$/,
  ],
  [
    ['call', 'git_log', '--limit', '5'],
    /^toolgate: call takes no flag --limit; toolgate help call shows more\.\n$/,
  ],
  [['stdio', '--port', '1'], /^toolgate: stdio takes no flag --port; toolgate help stdio shows more\.\n$/],
  [['--port', '1', 'stdio'], /^toolgate: stdio takes no flag --port; /],
  [['tools', '--tool', 'read_file'], /^toolgate: tools takes no flag --tool; /],
  [['audit', 'export', '--since', '2026-01-31'], /^toolgate: audit export takes no flag --since; /],
  [['audit', '--scope', 'x'], /^toolgate: audit takes no flag --scope; /],
  [['tokens', 'list', '--expires-in', '1d'], /^toolgate: tokens list takes no flag --expires-in; /],
  [['approvals', 'deny', 'x', '--args', '{}'], /^toolgate: approvals deny takes no flag --args; /],
  [
    ['rules', 'ad'],
    /^toolgate: There is no "rules ad", did you mean "add"\? There are list, add, remove and test\.\n$/,
  ],
  [
    ['config', 'constructor'],
    /^toolgate: There is no "config constructor"\. There are show, path and check\.\n$/,
  ],
  [['tokens', 'make', 'x'], /^toolgate: There is no "tokens make"\. There are list, create and revoke\.\n$/],
  [['call'], /^toolgate: TOOL is missing: toolgate call TOOL \[JSON\]\. toolgate help call shows more\.\n$/],
  [
    ['audit', 'query', '--since', 'garbage'],
    /^toolgate: --since is "garbage"; write it like 1h \(ago\), 2026-01-31 or /,
  ],
  [['audit', 'query', '--until', '2026-13-01'], /^toolgate: --until is "2026-13-01"; write it like /],
  [
    ['rules', 'add', 'deny', 'raed_file'],
    /^toolgate: There is no tool "raed_file", did you mean "read_file"\? toolgate tools lists them\.\n$/,
  ],
  [['rules', 'add', 'deny', 'no_such_tool'], /^toolgate: There is no tool "no_such_tool"\. toolgate tools /],
  [['stdio', '--root', '/no/such/place'], /^toolgate: The root \/no\/such\/place is not a directory\.\n$/],
];

for (const [args, says] of WRONG_USE) {
  test(`toolgate ${args.join(' ').slice(0, 80)} is refused in words`, async () => {
    const { code, stdout, stderr } = await makeHome().run(args);
    expect(stderr).toMatch(says);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
}

test('a group without a word does the first thing that needs none', async () => {
  const { code, stdout } = await makeHome().run(['knowledge']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('knowledge add PATH') });
});

test('toolgate alone prints the help and ends with 2', async () => {
  const { code, stdout } = await runProgram([]);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^toolgate - one gate/);
});

test('output that nobody reads to its end is no crash', async () => {
  const child = spawn(process.execPath, [BIN, 'tools', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stdout.destroy();
  await once(child, 'close');
  expect(said.join('')).toBe('');
});
