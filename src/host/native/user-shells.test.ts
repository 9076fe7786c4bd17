import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { expect, onTestFinished, test } from 'vitest';
import { createHooked } from '../../../test/support/hooked-host.ts';
import type { HookClient } from '../../core/hook-clients.ts';
import { shellOf } from './shell-of.ts';

const PLANTED = 'planted_9f3kq27zc81';
const SHOWN = new RegExp(`${PLANTED}|${[...PLANTED].reverse().join('')}`);

type Shown = 'made' | 'shown';

function createProject() {
  const limits = { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 };
  const hooked = createHooked({ limits });
  const { root, decided, host } = hooked;
  for (const name of ['docs', 'src']) mkdirSync(join(root, name));
  writeFileSync(join(root, '.env'), `KEY=${PLANTED}\n`);
  for (const name of ['README.md', 'one', 'src/a.ts']) writeFileSync(join(root, name), 'text\n');
  for (const name of ['[o]ne', 'README.md&ls', "o'ne"]) symlinkSync('.env', join(root, name));
  const env = { PATH: process.env.PATH ?? '', HOME: root, TERM: 'dumb', HISTFILE: '/dev/null' };
  const effect = (printed: string): Shown[] => [
    ...(existsSync(join(root, 'made')) ? ['made' as const] : []),
    ...(SHOWN.test(printed) ? ['shown' as const] : []),
  ];
  const begin = () => rmSync(join(root, 'made'), { force: true });
  /** What comes of a line as a script. */
  const ran = (argv: readonly [string, ...string[]], line: string): Shown[] => {
    begin();
    const [program, ...args] = argv;
    const { stdout } = spawnSync(program, [...args, '-c', line], {
      cwd: root,
      input: '',
      timeout: 20_000,
      encoding: 'utf8',
      env,
    });
    return effect(stdout);
  };
  /** And of lines that are typed into a terminal. */
  const typed = async (argv: readonly [string, ...string[]], lines: readonly string[]): Promise<Shown[]> => {
    begin();
    const [program, ...args] = argv;
    const child = spawn(program, args, { cwd: root, env, name: 'dumb' });
    let printed = '';
    child.onData((data) => {
      printed += data;
    });
    onTestFinished(() => child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.onExit(resolve));
    for (const line of [...lines, 'exit']) child.write(`${line}\r`);
    await ended;
    return effect(printed);
  };
  /** What the gate says to it, in one of the clients. */
  const said = async (client: HookClient, command: string) => {
    const decision = await decided('bash', { command }, { client });
    for (const { id } of host.approvals.list('pending'))
      host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 'tester', via: 'terminal' });
    return decision;
  };
  return { ...hooked, ran, typed, said };
}

const ZSH = ['zsh', '-f', '-i'] as const;
const BASH = ['bash', '--norc', '-i'] as const;

/** The last line of each is the one to judge; those before it are the history. */
const TYPED: readonly (readonly [shell: readonly [string, ...string[]], lines: readonly string[], Shown])[] =
  [
    [ZSH, ['ls # ; touch made'], 'made'],
    [ZSH, ['ls README.md # $(touch made)'], 'made'],
    [ZSH, ['echo "$(ls # $(touch made)\n)"'], 'made'],
    [ZSH, [`echo "a!" ls "; touch made; : " '"\\'`], 'made'],
    [BASH, ['ls .env', 'rev !?env?%'], 'shown'],
    [ZSH, ['ls .env', 'rev !$'], 'shown'],
    [BASH, ['echo -o', 'sort README.md !$ made'], 'made'],
    [BASH, ['rev .en\t'], 'shown'],
  ];

test('what a terminal makes of a line is asked about where a client types it', async () => {
  const { typed, said } = createProject();
  for (const [shell, lines, effect] of TYPED) {
    const line = lines.at(-1) ?? '';
    expect(await typed(shell, lines), line).toContain(effect);
    for (const client of ['cline', 'vscode', 'cursor', 'copilot'] as const)
      expect(await said(client, line), `${client}: ${line}`).not.toBe('pass');
  }
}, 60_000);

test('what is typed below a program that reads the terminal is asked about', async () => {
  const { said } = createProject();
  for (const line of ['git log\nsort README.md', 'cat &\nls', 'ls\n^ls^touch made^', "echo 'a\n!$'"])
    expect(await said('cline', line), line).not.toBe('pass');
});

/** With options that people set in their .zshrc, and that agents take over from there. */
const OPTIONS: readonly (readonly [option: string, line: string])[] = [
  ['extendedglob', 'rev .e#nv'],
  ['extendedglob', 'rev .e"n"#v'],
  ['extendedglob', 'rev .??^x'],
  ['extendedglob', 'rev .en?~one'],
  ['extendedglob', 'for f in .^x; do rev "$f"; done'],
  ['braceccl', 'rev .e{n}v'],
  ['braceccl', 'rev .{e}{n}v'],
  ['nocaseglob', 'rev .EN*'],
  ['rcquotes', "rev 'o''ne'"],
];

test('what options of zsh make of a word is asked about, unless only Bash runs it', async () => {
  const { ran, said } = createProject();
  for (const [option, line] of OPTIONS) {
    expect(ran(['zsh', '-f', '-o', option], line), line).toEqual(['shown']);
    for (const client of ['claude-code', 'codex', 'cursor', 'goose'] as const)
      expect(await said(client, line), `${client}: ${line}`).not.toBe('pass');
  }
}, 60_000);

const FISH: readonly (readonly [line: string, Shown])[] = [
  [`echo '\\' '; touch made; #'`, 'made'],
  [`cat README.md 'a\\\\\\' '; touch made; #'`, 'made'],
  ["echo `echo \\\\'` '; touch made; #'", 'made'],
  ['declare -a x=(touch made)', 'made'],
  ['cat \\x2eenv', 'shown'],
  ['cat \\056env', 'shown'],
  ['cat .\\u0065nv', 'shown'],
  ['cat [o]ne', 'shown'],
  ['cat README.md&ls', 'shown'],
  ['echo a&#; touch made', 'made'],
];

test('what fish makes of a line is asked about where the shell may be any', async () => {
  const { ran, said } = createProject();
  for (const [line, effect] of FISH) {
    expect(ran(['fish', '--no-config'], line), line).toContain(effect);
    for (const client of ['cline', 'vscode', 'cursor', 'goose', 'copilot'] as const)
      expect(await said(client, line), `${client}: ${line}`).not.toBe('pass');
  }
}, 60_000);

/** What agents write all day. */
const EVERYDAY = [
  'git diff HEAD~ | cat',
  'git --no-pager diff HEAD~1 --stat',
  'git log main..HEAD~2 | head',
  'git --no-pager show HEAD~:src/a.ts',
  'git log --oneline main..HEAD | wc -l',
  'rg "a|b" src',
  `rg 'a\\|b\\.c' src`,
  `rg -g '*.ts' text src`,
  `sed -n 's/\\(x\\)/\\1/p' README.md`,
  'ls -la | head',
  'ls README.md; [ ! -f x ] && echo no',
  `find . \\( -name '*.ts' -o -name '*.js' \\) ! -name x`,
  'wc -l src/a.ts',
];

test('everyday lines pass in every client', async () => {
  const { said, root } = createProject();
  spawnSync('git', ['init', '-q'], { cwd: root });
  for (const line of EVERYDAY)
    for (const client of ['gemini', 'claude-code', 'goose', 'cline', 'vscode'] as const)
      expect(await said(client, line), `${client}: ${line}`).toBe('pass');
});

test('the shell of a client is known where it always is Bash, or the environment and the user agree on it', () => {
  expect(shellOf('gemini', undefined, '/bin/zsh')).toEqual({ shell: 'bash' });
  expect(shellOf('claude-code', undefined, '/bin/bash')).toEqual({ shell: 'login' });
  expect(shellOf('claude-code', '/bin/zsh', '/bin/bash')).toEqual({ shell: 'login' });
  expect(shellOf('claude-code', '/bin/bash', '/usr/bin/bash')).toEqual({ shell: 'bash' });
  expect(shellOf('vscode', '/bin/bash', '/bin/bash')).toEqual({ shell: 'terminal' });
  expect(shellOf('cline', '/bin/zsh', '/usr/bin/nu')).toEqual({ shell: 'terminal', unknownShell: 'nu' });
});
