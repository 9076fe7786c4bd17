import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash, createHooked } from '../../../test/support/hooked-host.ts';
import { runsBash } from './runs-bash.ts';

const limits = { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 };

function createProject() {
  const hooked = createHooked({ limits });
  const { root } = hooked;
  mkdirSync(join(root, 'bin'));
  for (const name of ['bin/ls', 'run'])
    writeFileSync(join(root, name), '#!/bin/sh\n/usr/bin/touch made\n', { mode: 0o755 });
  writeFileSync(join(root, 'README.md'), 'text\n');
  const isMade = (shell: string, line: string): boolean => {
    rmSync(join(root, 'made'), { force: true });
    spawnSync(shell, ['-c', line], { cwd: root, input: '', timeout: 20_000 });
    return existsSync(join(root, 'made'));
  };
  return { ...hooked, isMade };
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
];

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
  'x=$(ls | wc -l); echo "$x files"',
  'for f in *.md; do wc -l "$f"; done',
  'if [ -f package.json ]; then echo yes; else echo no; fi',
  '[[ -f README.md && ! -d src ]] && echo ok',
  'if [[ "$(uname)" == "Darwin" ]]; then echo mac; fi',
  'command -v node &>/dev/null && echo yes',
  'i=1; ((i++)); echo $i',
  'ls; rc=$?; exit $rc',
  `printf '%s\\n' "$HOME" a`,
  `printf '%-20s %5d\\n' name 3`,
  'printf "%d\\n" "$(ls | wc -l)"',
  `find . -name '*.md' -exec grep -n x {} \\;`,
  `echo "a: $HOME/x" "\${HOME}:b" "$HOME: c"`,
  `cut -d$'\\t' -f1 README.md`,
  'ls {bin,README.md}',
  `cat <<'E'\n\${(e)x} $~x\nE`,
  `grep -E '\\$\\{[a-z]+\\}$' README.md`,
];

test('what means the same in all shells passes as before', async () => {
  const { decided } = createProject();
  for (const line of SAME) expect(await decided(...bash(line)), line).toBe('pass');
});

test('where only Bash can run it, what others make of a line does not matter', async () => {
  const { decided } = createProject();
  for (const line of [
    'path=bin; ls $path',
    'n=3; (( n > 2 )) && echo more',
    '[[ a == b || c == d ]] || echo no',
  ]) {
    expect(await decided(...bash(line)), line).toBe('ask');
    expect(await decided('run_shell_command', { command: line }, { client: 'gemini' }), line).toBe('pass');
  }
  // No Bash knows it.
  const strange = { command: `echo \${(e):-'$(id)'}` };
  expect(await decided('run_shell_command', strange, { client: 'gemini' })).not.toBe('pass');
});

test('the shell of a client is known where it always is Bash, or the environment and the user agree on it', () => {
  expect(runsBash('gemini', undefined)).toBe(true);
  expect(runsBash('claude-code', undefined)).toBe(false);
  expect(runsBash('claude-code', '/bin/zsh')).toBe(false);
  expect(runsBash('vscode', '/bin/bash')).toBe(false);
});
