import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash, createHooked } from '../../../test/support/hooked-host.ts';

const limits = { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 };

const PLANTED = 'planted_9f3kq27zc81';

function createProject() {
  const hooked = createHooked({ limits });
  const { root } = hooked;
  mkdirSync(join(root, 'bin'));
  for (const name of ['bin/ls', 'run'])
    writeFileSync(join(root, name), '#!/bin/sh\n/usr/bin/touch made\n', { mode: 0o755 });
  writeFileSync(join(root, 'README.md'), 'text\n');
  writeFileSync(join(root, 'index'), 'path[$(touch made)]\n');
  return { ...hooked, ...runIn(root) };
}

/** The same with names that mean nothing in Bash. */
function createHostile() {
  const made = createProject();
  const { root } = made;
  writeFileSync(join(root, '.env'), `KEY=${PLANTED}\n`);
  for (const name of ['one', 'two', '1-5']) writeFileSync(join(root, name), 'text\n');
  for (const name of ['one two', '{one,two}', '*.md', '$one', '^x']) symlinkSync('.env', join(root, name));
  mkdirSync(join(root, '3/dev'), { recursive: true });
  symlinkSync('../../.env', join(root, '3/dev/null'));
  return made;
}

function runIn(root: string) {
  const env = { PATH: process.env.PATH, HOME: root, OWN_KEY: PLANTED };
  const run = (shell: string, line: string) =>
    spawnSync(shell, ['-c', line], { cwd: root, input: '', timeout: 20_000, encoding: 'utf8', env });
  const isMade = (shell: string, line: string): boolean => {
    rmSync(join(root, 'made'), { force: true });
    run(shell, line);
    return existsSync(join(root, 'made'));
  };
  const isShown = (shell: string, line: string) => run(shell, line).stdout.includes(PLANTED);
  return { isMade, isShown };
}

/** Lines that run a program in one shell, while Bash takes it for a text, a test or a mistake. */
const RUNS: readonly (readonly [shell: string, line: string])[] = [
  ['zsh', `x='$(touch made)'; echo \${(e)x}`],
  ['zsh', `[[ -n \${(e):-'$(touch made)'} ]]`],
  ['zsh', `case \${(e):-'$(touch made)'} in *) true;; esac`],
  ['zsh', `cat <<E\n\${(e):-'$(touch made)'}\nE`],
  ['zsh', `cat <<< "\${HOME/*/\${(e):-'$(touch made)'}}"`],
  ['zsh', `for i in \${(e):-'$(touch made)'}; do true; done`],
  ['zsh', `x=a\${(e):-'$(touch made)'}`],
  ['zsh', `ls *(e:'touch made':)`],
  ['zsh', `echo ?*(oe:'touch made':)`],
  ['zsh', `exit 'path[$(touch made)]'`],
  ['zsh', `f() { return 'path[$(touch made)]'; }; f`],
  ['zsh', `for i in 1; do break "path[\\$(touch made)]"; done`],
  ['zsh', `x='path[$(touch made)]'; printf '%s %d' a "$x"`],
  ['zsh', `x='path[$(touch made)]'; printf '%*s' "$x" b`],
  ['zsh', `x='path[$(touch made)]'; echo $HOME[x]`],
  ['zsh', `{ true } always { touch made; }`],
  ['zsh', `{ echo x} always { touch made; }`],
  ['zsh', `path=$PWD/bin; ls`],
  ['zsh', `for path in ./bin; do ls; done`],
  ['zsh', `functions[ls]='touch made'; ls`],
  ['dash', 'echo hi &>/dev/null touch made'],
  ['dash', 'true &>> /dev/null touch made'],
  ['dash', `echo $'a\\'; touch made #'`],
  ['dash', 'touch=1; made=1; ((touch - made))'],
  ['dash', '[[ a || ./run ]]'],
  ['dash', '[[ x =~ a|./run ]]'],
  ['dash', '[[ b > made ]]'],
  ['zsh', 'COLUMNS=$(cat index); ls'],
  ['zsh', 'HISTSIZE=$(cat index); ls'],
  ['zsh', 'x=$(cat index); HISTSIZE=x; ls'],
  ['zsh', 'LINES=$(cat index) ls'],
  ['zsh', 'read SAVEHIST < index; ls'],
  ['zsh', 'for KEYTIMEOUT in "$(cat index)"; do ls; done'],
  ['zsh', `unset HISTSIZE; echo "\${HISTSIZE:=$(cat index)}"`],
  ['zsh', 'hash ls=./run; ls'],
  ['zsh', `echo "\${HOME/?/'$(touch made)'}"`],
  ['zsh', `cat <<E\n\${HOME/?/'$(touch made)'}\nE`],
  ['zsh', "echo [[:$*['`touch made`':]]"],
  ['dash', 'cat <<`E\nx\n`E\ntouch made\n'],
];

/** Lines that print a secret in one shell, while Bash reads other files. */
const SHOWS: readonly (readonly [shell: string, line: string])[] = [
  ['zsh', 'local'],
  ['zsh', 'local -p'],
  ['zsh', 'cat <1-5>/dev/null'],
  ['zsh', 'cat <->/dev/null'],
  ['zsh', `x='one two'; cat $x`],
  ['zsh', `x='one two'; for f in $x; do cat "$f"; done`],
  ['zsh', 'x=*.md; cat $x'],
  ['zsh', `for i in 'one two'; do cat $i; done`],
  ['zsh', `for i in '*.md'; do cat < $i; done`],
  ['zsh', `read x <<< 'one two'; cat $x`],
  ['zsh', `while read x; do cat $x; done <<< 'one two'`],
  ['zsh', 'cat .env\\'],
  ['dash', 'cat {one,two}'],
  ['dash', 'cat $"one"'],
  ['dash', 'cat [^a]x'],
];

test('a line that prints other files in another shell is asked about', async () => {
  const { decided, isShown } = createHostile();
  for (const [shell, line] of SHOWS) {
    expect(isShown(shell, line), `${shell}: ${line}`).toBe(true);
    expect(await decided(...bash(line)), line).not.toBe('pass');
  }
}, 60_000);

test('no variable that zsh knows is set to what only the run knows', async () => {
  const { decided } = createProject();
  const list = `zmodload zsh/parameter; for k in \${(k)parameters}; do print -r -- $k \${(Pt)k}; done`;
  const known = spawnSync('zsh', ['-f', '-c', list], { encoding: 'utf8' }).stdout.split('\n');
  // `_` is set by every command anyway.
  const names = known.filter((line) => /^[A-Za-z]\w* .*special/.test(line) && !line.includes('readonly'));
  expect(names.length).toBeGreaterThan(50);
  for (const line of names) {
    const [name = ''] = line.split(' ');
    if (/^(LANG|LC_\w+)$/.test(name)) continue;
    expect(await decided(...bash(`${name}=$(cat index); ls`)), name).not.toBe('pass');
    expect(await decided(...bash(`read ${name} < index; ls`)), name).not.toBe('pass');
  }
}, 60_000);

test('a line that another shell reads as a command is asked about', async () => {
  const { decided, isMade } = createProject();
  for (const [shell, line] of RUNS) {
    expect(isMade(shell, line), `${shell}: ${line}`).toBe(true);
    expect(await decided(...bash(line)), line).not.toBe('pass');
  }
}, 60_000);

/** What agents write all day means the same everywhere. */
const SAME = [
  'ls -la && echo done; pwd | head -1',
  'ls 2>&1 | grep -v x > /dev/null',
  '[ -f package.json ] && echo yes || echo no',
  'which node > /dev/null && echo yes',
  `find . \\( -name '*.md' -o -name x \\) -print`,
  `grep -E '\\$\\{[a-z]+\\}$' README.md`,
  'COLUMNS=200 ls; LC_ALL=C sort README.md',
];

test('what means the same in all shells passes', async () => {
  const { decided } = createProject();
  for (const line of SAME) expect(await decided(...bash(line)), line).toBe('pass');
});
