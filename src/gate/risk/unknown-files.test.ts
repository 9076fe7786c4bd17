// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash
import { describe, expect, test } from 'vitest';
import { testPlace } from '../../../test/support/place.ts';
import { assessArgv, assessShell } from './assess.ts';

/** What runs unasked where there is no sandbox. */
const passes = ({ isPure, risk }: ReturnType<typeof assessShell>): boolean =>
  isPure === true && (risk === 'SAFE' || risk === 'LOW');

describe('a file whose name only the run knows is not read unasked where nothing locks it in', () => {
  test.each([
    'cat .env$!',
    'cat .e$!nv',
    'cat < .env$!',
    'rev .env$!',
    'x=.env$!; cat $x',
    'x=$!; cat .env$x',
    'cat "config/server.pem$!"',
    'cat cert.p$((12))',
    'cat id_ed$((25519))',
    'x=12; cat cert.p$((x))',
    'n=$((12)); cat cert.p$n',
    'cat cert.p$?2',
    'x=123456789012; cat cert.p${#x}',
    'cat $((5))',
    'cat < $((5))',
    'ls .$!.',
    'rev < $(cat a)',
    'cat < "$(<a)"',
    'x=$(cat a); cat < $x',
    '{ cat; } < $(cat a)',
    'for i in 1; do cat; done < $(cat a)',
    '(cat) < $(cat a)',
    'rev < src/n*.txt',
    'rev < src/n[o]tes.txt',
    'for x in /dev/null made; do echo hi > $x; done',
    'for x in /dev/null .git/hooks/pre-commit; do echo x > $x; done',
    'for x in /dev/null /etc/x; do echo hi >> "$x"; done',
    'for x in README.md .env; do rev < $x; done',
    'for x in /dev/null /dev/tcp/127.0.0.1/9876; do cat README.md > $x; done',
    'for x in /dev/null made; do { echo hi; } &> $x; done',
    'for x in .en{u,v}; do rev < $x; done',
    'rev < .en{u,v}',
    'x=/dev/null; x=made; echo hi >| "$x"',
  ])('%s', (line) => {
    expect(passes(assessShell(line, testPlace))).toBe(false);
  });

  test.each(['cat src/a.ts', 'ls src; echo "status"', 'cat src/a.ts 2>/dev/null'])(
    '%s names its files',
    (line) => {
      expect(passes(assessShell(line, testPlace))).toBe(true);
    },
  );
});

test('what a command is handed that runs for each file stays unknown without a shell, too', () => {
  for (const words of [
    ['find', '.', '-name', '.env', '-exec', 'rev', '{}', '+'],
    ['find', '.', '-type', 'f', '-exec', 'rev', '{}', ';'],
    ['find', 'src', '-exec', 'cat', '{}', '+'],
    ['env', 'find', 'src', '-exec', 'cat', '{}', '+'],
  ])
    expect(passes(assessArgv(words, testPlace)), words.join(' ')).toBe(false);
  for (const words of [
    ['find', '.', '-name', '*.ts'],
    ['cat', 'src/a.ts'],
    ['timeout', '5', 'cat', 'src/a.ts'],
  ])
    expect(assessArgv(words, testPlace).risk, words.join(' ')).toBe('SAFE');
});

describe('a variable that may still be empty leaves the next word as the program', () => {
  test.each([
    '$x touch made; x=echo',
    'false && x=echo; $x touch made',
    'false && x=echo || $x touch made',
    'x=echo | $x touch made',
    '(x=echo); $x sh tools/x',
    'x=echo & $x touch made',
    'x=echo true; $x touch made',
    'x=echo < missing; $x touch made',
    'if false; then x=echo; fi; $x sort README.md -o made',
    'if false; then x=echo; else $x touch made; fi',
    'if true; then :; else x=echo; fi; $x touch made',
    'case a in b) x=echo;; esac; $x touch made',
    'case a in b) x=echo;; a) $x touch made;; esac',
    'while false; do x=echo; done; $x touch made',
    'for ((;0;)); do x=echo; done; $x touch made',
    'for i in; do x=echo; done; $x touch made',
    'f() { x=true; }; $x touch made',
    'f() { $x touch made; }; f; x=echo',
    'cat <(x=echo); $x touch made',
    'sort README.md $x -o made; x=--',
    'x=y | rev .env$x',
    'x=.env$y; y=z; rev $x',
    'false && read x <<< echo; $x touch made',
  ])('%s', (line) => {
    expect(passes(assessShell(line, testPlace))).toBe(false);
  });

  test.each([
    'x=src/a.ts; cat $x',
    'x=src && cat $x/a.ts && ls $x',
    'x=$(pwd); y=src; cat $y/a.ts',
    'd=src; f=$d/a.ts; cat $f',
    'if true; then x=a; else x=a; fi; echo "$x"',
    'for f in src; do cat $f/a.ts; done',
    'export x=src; cat $x/a.ts',
  ])('%s is set before', (line) => {
    expect(assessShell(line, testPlace).risk).toBe('SAFE');
  });

  test.each([
    'DIR=src; clean() { rm -rf "$DIR/out"; }; clean',
    'clean() { rm -rf "$DIR/out"; }; DIR=src; clean',
  ])('%s: a function knows what is set before it is called', (line) => {
    expect(assessShell(line, testPlace).forbidden).toBe(undefined);
    expect(assessShell(line, testPlace).risk).toBe(assessShell('rm -rf src/out', testPlace).risk);
  });
});

describe('only what is plain to see counts as known where nothing locks a line in', () => {
  test.each([
    '{ x=echo; } < nofile; $x touch made',
    'f() { $x touch made; }; y=f; $y; x=echo',
    'x=echo; for x in "$y"; do :; done; y=echo; $x touch made',
    'for x in "$y"; do y=echo; $x touch made; done',
    'REPLY=echo; read < t; $REPLY',
    '_=echo; : touch; $_ made',
    '_=src/a.ts; : .env; rev $_',
    'x=echo; printf -vx touch; $x made',
    'x=src/a.ts; printf -vx .env; rev $x',
    'x=src/a.ts; read {x,y} <<< ".env b"; rev $x',
    'x=src/a.ts; read -ax <<< .env; rev $x',
    'x=echo; $x a',
    'local x=y; rev .env$x',
    'x=$PWD; cd sub; cat $x/n',
    'x=$(pwd); cd sub; cat $x/n',
    'x=~+/n; cd sub; cat $x',
    'for f in *; do cd sub; cat $f; done',
    'x=src; ((x=1)); cat $x/a.ts',
    'x=a; : {x}< src/b; cat $x',
    'x=src/a.ts; : $((x = 1)); cat $x',
    '$(echo echo >&2) touch made',
    'sort README.md $(printf "\\055o") made',
    'rev $(realpath README.md .env)',
    'read -d v x <<< .env; rev ${x}v',
    'x=echo; ${x: -9} touch made',
    '! cd sub; cat n',
    'time cd sub; cat n',
    'f() { cat n; }; cd sub; f',
    'for i in 1 2; do cat n; cd sub; done',
    'while cat n; do cd sub || break; done',
    'command cd sub; cat n',
    'pushd -n sub > /dev/null; cat n',
    'x=(@(b)\ntouch made\n); echo a',
    'LINES=(!(b)\ntouch made\n)',
  ])('%s', (line) => {
    expect(passes(assessShell(line, testPlace))).toBe(false);
  });

  test.each(['cd src; head -3 a.ts', 'cd src && cat a.ts'])('%s passes', (line) => {
    expect(passes(assessShell(line, testPlace)), JSON.stringify(assessShell(line, testPlace))).toBe(true);
  });

  const reachedBy = (line: string): string[] => [
    ...(assessShell(line, { ...testPlace, reached: new Set() }).reaches ?? []),
  ];

  test.each(['cat .env', 'cat ../elsewhere', 'ls ..'])(
    'cd nosuch; %s is judged where it begins, too',
    (after) => {
      expect(reachedBy(`cd nosuch; ${after}`)).toEqual(expect.arrayContaining(reachedBy(after)));
      expect(reachedBy(`cd nosuch || ${after}`)).toEqual(expect.arrayContaining(reachedBy(after)));
      expect(reachedBy(after)).not.toEqual([]);
    },
  );

  test('what follows && is judged where cd leads, and nowhere else', () => {
    expect(reachedBy('cd src && cat a.ts && cat b.ts').filter((path) => path.endsWith('.ts'))).toEqual(
      reachedBy('cat src/a.ts src/b.ts'),
    );
  });
});

describe('an answer for a command covers no line that leaves a program or a file open', () => {
  const isWhole = (line: string): boolean =>
    assessShell(line, testPlace).weighty?.some(([first]) => first === line) ?? false;

  test.each([
    '$LINES rm src/keep.txt; LINES=touch',
    '$x sh tools/x; for x in touch; do :; done',
    'touch src/a; _=/dev/null; : package.json; echo hi > $_',
    'touch src/a; sort README.md $(printf "\\055o") package.json',
    'git commit -m x; git log $(printf "\\055-output=package.json")',
    'touch src/a; sort README.md {$x,b} package.json',
    '$(echo touch >&2) rm src/keep.txt',
    'touch src/a; x=src; cd sub; touch $x',
  ])('%s', (line) => {
    expect(isWhole(line)).toBe(true);
  });

  test.each([
    'touch src/a; x=README.md; cat $x',
    'for f in a b; do touch "src/$f"; done',
    'git commit -m "$(cat message.txt)"',
    'cd src && touch a',
    'touch src/a; echo "$x $(date)"',
    'set -euo pipefail; f=src/a.ts; touch $f',
  ])('%s is as good as its commands', (line) => {
    expect(isWhole(line)).toBe(false);
  });
});

describe('a secret of the environment is not used unasked', () => {
  test.each([
    'echo $API_KEY',
    'basename $API_KEY',
    'dirname "$API_KEY/x"',
    'x=$API_KEY; echo $x',
    'cat <<E\n$API_KEY\nE',
    'for i in $API_KEY; do echo $i; done',
    'echo ${x:-$API_KEY}',
    'echo "${x=$API_KEY}"',
    'echo a{$API_KEY,b}',
    'y=${API_KEY/x/x}; echo $y',
    '[ "$API_KEY" -eq 1 ]',
    'cat "$GITHUB_TOKEN"',
  ])('%s', (line) => {
    expect(passes(assessShell(line, testPlace))).toBe(false);
  });

  test.each([
    '[ -n "$API_KEY" ] && echo set',
    'test -z "$API_KEY" || echo set',
    '[[ -n $API_KEY ]] && echo set',
    'echo ${#API_KEY} ${API_KEY:+set}',
    'API_KEY=test; echo $API_KEY',
  ])('%s only asks', (line) => {
    expect(assessShell(line, testPlace).risk).toBe('SAFE');
  });
});
