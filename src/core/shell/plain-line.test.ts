// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of shells
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { isBareLine } from './bare-line.ts';
import { OWN_COMMANDS } from './own-commands.ts';
import { isPlainLine } from './plain-line.ts';

const PLAIN = [
  'ls',
  'ls;',
  'git status --short',
  'cd src && cat c.ts; ls',
  'a &&\nb',
  '(cd src && cat c.ts); cat a.ts',
  'npm test 2>&1 | tail -30',
  'cat a 2>/dev/null || echo no',
  'echo x > out.txt',
  'NODE_ENV=test npm test',
  'TZ=Europe/Berlin LC_ALL=C GIT_PAGER=cat git log',
  "LC_ALL='C'\nTZ='UTC'\nsort a",
  `find . -name "*.ts" | xargs wc -l`,
  'find . \\( -name a \\) ! -name x -exec grep -n x {} \\;',
  '[ -f x ] && echo yes',
  'git diff HEAD~1 --stat',
  `find . -name '[A-Z]*.ts'`,
  `[ "$?" = 0 ]`,
  'git show HEAD^:src/a.ts',
  'git log @{u}..HEAD',
  'rg "a|b" src',
  'grep "foo\\|bar" src',
  'grep -E "x$|y$" f',
  `grep -n '\${name}' src/a.ts`,
  'ls; echo $?',
  `printf '%s\\n' a b`,
  `printf "%-20s %5s\\n" name 3 other 4`,
  `printf '100%%\\n'`,
  'command -v node && ls',
  'set -euo pipefail; ls',
  'ls || exit 1',
  'export NODE_ENV=test; npm test',
  'set -e\nnpm test',
  'echo "exit: $?"',
  'wc -l src/**/*.ts',
  'cat ~/x',
  'ls \\\n  -la',
  '# all of it\nls # now',
  'git commit -m "one\ntwo"',
  `git commit -m "$(cat <<'EOF'\nIt's (done); $(id)\nEOF\n)"`,
];

const OTHER = [
  'ls *.ts',
  'sed -i s/a/b/ ?evil.txt',
  `rm ''*`,
  'rm ""?',
  'rm -*',
  '',
  'ls &',
  'ls |',
  '(ls',
  'ls)',
  'ls ;; ls',
  'x=1',
  'X=1',
  'X=1; ls',
  '> x',
  'a&&b',
  'ls\tx',
  'cat {a,b}',
  '$x',
  'ls $(x)',
  'ls `x`',
  'cat "$x"',
  'cat =ls',
  'ls a~b',
  'ls a^b',
  'git grep -O^ x',
  'git grep ^x',
  'cat .e#v',
  'cat [a]',
  'ls **',
  'ls a**',
  'ls \\x2e',
  "ls $'x'",
  "cat 'a''b'",
  `echo 'a\\\\'`,
  `echo '\\' '; touch made; #'`,
  'cat <1-5>/dev/null',
  'cat <<E\nx\nE',
  'ls &> x',
  'ls |& cat',
  'if true; then ls; fi',
  'time ls',
  'repeat 3 ls',
  '!ls',
  'ls !x',
  `exit 'path[$(x)]'`,
  `exit 'path[$'"(x)]"`,
  `exit "path["'$'"(x)]"`,
  `exit "path[\\$"'(x)]'`,
  `COLUMNS='path[$'"(x)]" ls`,
  `[ '-'v 'x[a[1]+$'"(x)]" ]`,
  `test -v 'x[HOME]'`,
  `STTY='sane; x' ls`,
  'STTY=sane ls',
  'HISTFILESIZE=0 true',
  'RUSTUP_HOME=./x cargo --version',
  'COLUMNS=path ls',
  'GIT_PAGER=x git log',
  'LC_ALL=C',
  '((1/2))',
  'ls && ((1/2))',
  `printf %d 'x[HOME]'`,
  `COLUMNS='x[HOME]' ls`,
  `[ 'a[$(x)]' -eq 1 ]`,
  'printf -v path %s src; ls',
  `printf '-v' path src`,
  `printf "-"v path src`,
  'printf %d 3',
  'printf %d PATH=3',
  'printf %s%d a PATH=3',
  'printf %d path',
  'printf abc%n PATH',
  `printf 'abc%''n' PATH`,
  `printf 'abc%\\156' PATH`,
  `printf '\\133'`,
  'printf %b x',
  'printf %*d PATH=3 1',
  'printf %-*s PATH=3 1',
  'exit x',
  'exit PATH=3',
  '[ PATH=3 -eq 3 ]',
  'test PATH++ -eq 3',
  'command printf -v path src',
  'builtin printf -v path src',
  `eval 'printf -v path %s src; ls'`,
  'read -r x < a',
  'let PATH=3',
  'export PATH=3',
  'export path=3',
  'set -e PATH',
  'hash ls=./x',
  'chdir src',
  'r',
  `git commit -m "$(cat <<'EOF'\na\nEOF\nid\nEOF\n)"`,
  `git commit -m "$(cat <<EOF\n$(id)\nEOF\n)"`,
];

test('a line is plain if it is written in the few forms that all shells read alike', () => {
  expect(PLAIN.filter((line) => !isPlainLine(line))).toEqual([]);
  expect(OTHER.filter((line) => isPlainLine(line))).toEqual([]);
});

test('what is typed recalls no line, and is one line', () => {
  const typed = ['ls\npwd', 'echo "done!"', `rg -g '!x' "a"`, '# x\nls', 'ls # x', PLAIN.at(-1) ?? ''];
  expect(typed.filter((line) => !isPlainLine(line))).toEqual([]);
  expect(typed.filter((line) => isPlainLine(line, { isTyped: true }))).toEqual([]);
  expect(isPlainLine(`[ ! -f x ] && git commit -m "one\ntwo"`, { isTyped: true })).toBe(true);
  expect(isPlainLine(`rg -g '!x' a`, { isTyped: true })).toBe(true);
});

/** Programs that print their words one by one, in a directory whose names mean something to one shell or another. */
function createPlace() {
  const place = mkdtempSync(join(tmpdir(), 'tg-plain-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const bin = join(place, 'bin');
  const work = join(place, 'work');
  for (const path of [bin, join(work, 'a/b')]) mkdirSync(path, { recursive: true });
  for (const name of ['show', 'git', 'rg']) {
    writeFileSync(join(bin, name), '#!/bin/dash\nfor a; do printf "<%s>" "$a"; done; printf "\\n"\n');
    chmodSync(join(bin, name), 0o755);
  }
  writeFileSync(join(bin, 'made'), '#!/bin/dash\n: > was-made\n', { mode: 0o755 });
  for (const name of ['a.ts', 'b', 'ab', 'a=b', '1', '-', 'HEAD', 'a/b/c.ts'])
    writeFileSync(join(work, name), '');
  // Where directories are mounts, as in our sandbox, zsh does not find out where it is.
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: work, PWD: work, ab: '/etc', TERM: 'dumb' };
  return (shell: readonly string[], line: string) => {
    const [program = '', ...args] = shell;
    const { stdout } = spawnSync(program, [...args, '-c', line], {
      cwd: work,
      env,
      encoding: 'utf8',
      input: '',
    });
    return stdout;
  };
}

const ZSH_OPTIONS =
  'extendedglob braceccl rcquotes cdablevars magicequalsubst kshglob shwordsplit autocd multios';
const ZSH = ['zsh', '-f', ...ZSH_OPTIONS.split(' ').flatMap((option) => ['-o', option])];

const WORDS = fc.string({ unit: fc.constantFrom(...`ab1.=/-~^*?'"\\$!#{}[]<>()|&;:@%,+ \n`), maxLength: 12 });
const LINES = fc
  .tuple(fc.constantFrom('show ', 'git ', 'rg ', 'echo ', 'cd a && show '), WORDS, WORDS)
  .map(([program, a, b]) => `${program}${a} ${b}`)
  // What wildcards find differs, and so does what zsh finds with `~` and `^`; shells have an `echo` of their own.
  .filter(
    (line) =>
      (isPlainLine(line) || isBareLine(line)) && !/[>*?^]|\w~/.test(line) && !/^echo.*[\\-]/s.test(line),
  );

test('Bash, dash, zsh with its options and fish run the same words', () => {
  const run = createPlace();
  fc.assert(
    fc.property(LINES, (line) => {
      const expected = run(['bash', '--norc'], line);
      expect(run(['dash'], line), `dash: ${line}`).toBe(expected);
      // They may stop where they know no such file or word; what they run until then is the same.
      for (const shell of [ZSH, ['fish', '--no-config']]) {
        const printed = run(shell, line);
        expect(expected.slice(0, printed.length), `${shell[0]}: ${line}`).toBe(printed);
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 60) },
  );
}, 600_000);

const SHELL_COMMANDS =
  '[ test printf exit cd pwd command type which true false : echo COLUMNS= HISTSIZE= git'.split(' ');
const PIECES = [
  ...'\'"`$()[]{}\\',
  ' ',
  '-',
  '-v',
  '-t',
  '-eq',
  '%d',
  'x[',
  'a[',
  'path[',
  '$(',
  'made',
  '1',
  '=',
  '+',
  ']',
  ' PATH=',
  'path',
  '%n',
  '%s',
  '\\133',
  '\\044',
];
const TEXTS = fc
  .tuple(
    fc.constantFrom(...SHELL_COMMANDS),
    fc.array(fc.constantFrom(...PIECES), { minLength: 3, maxLength: 14 }),
  )
  .map(([program, pieces]) => `${program}${program.endsWith('=') ? '' : ' '}${pieces.join('')}`)
  .map((line) => (line.startsWith('[ ') ? `${line} ]` : line.includes('= ') ? `${line} show` : line))
  .filter(
    (line) =>
      line.includes('made') && !/^command .*made/.test(line) && (isPlainLine(line) || isBareLine(line)),
  );

test('no shell computes with the words of a plain line so that something in them runs', () => {
  const run = createPlace();
  const shells = [['bash', '--norc'], ['dash'], ZSH, ['zsh', '-f'], ['fish', '--no-config']];
  // Where nothing keeps them back, they do.
  expect(run(['bash', '--norc'], `[ -v 'x[$'"(made)]" ]; ls`)).toContain('was-made');
  expect(run(['zsh', '-f'], `(exit 'path[$'"(made)]"); ls`)).toContain('was-made');
  run(['dash'], 'rm was-made');
  fc.assert(
    fc.property(TEXTS, (line) => {
      for (const shell of shells) {
        run(shell, line);
        expect(run(['dash'], 'ls'), `${shell[0]}: ${line}`).not.toContain('was-made');
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 60) },
  );
}, 600_000);

/** A relative PATH, set by a command of the shell itself, runs a program of the project. */
const SETS_PATH = [
  'printf -v path %s 3; show',
  'printf %d PATH=3; show',
  'printf abc%n PATH; show',
  `printf 'abc%\\156' PATH; show`,
];

test.each(SETS_PATH)('zsh runs a program of the project after %s, so that is no plain line', (line) => {
  const run = createPlace();
  run(['dash'], 'mkdir 3 && printf "#!/bin/dash\\necho owned\\n" > 3/show && chmod +x 3/show');
  expect(run(['zsh', '-f'], line)).toContain('owned');
  expect(isPlainLine(line)).toBe(false);
});

const LISTED: readonly (readonly [shell: string, list: string])[] = [
  ['bash', 'compgen -b; compgen -k'],
  ['zsh', 'print -l ${(k)builtins} ${(k)reswords}'],
  ['fish', 'builtin -n'],
];

test.each(LISTED)('every command of %s itself is known', (shell, list) => {
  const names = spawnSync(shell, ['-c', list], { encoding: 'utf8' }).stdout.trim().split('\n');
  expect(names.length).toBeGreaterThan(30);
  const plain = names.filter((name) => !OWN_COMMANDS.has(name) && isPlainLine(`${name} x`));
  // What these make of their words is the same in all shells, or they are programs in the others.
  expect(plain.filter((name) => !HARMLESS.test(name))).toEqual([]);
});

const HARMLESS = /^(\.|:|cd|echo|false|kill|printf|pwd|realpath|source|test|true|type|which|\[)$/;
