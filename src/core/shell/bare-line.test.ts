import { expect, test } from 'vitest';
import { isBareLine } from './bare-line.ts';

const BARE = [
  'ls',
  '  ls docs \n',
  'ls -la src && cat a.ts; pwd',
  `sed -n '1,40p' src/a.ts | head -5`,
  `grep -rn "a|b\\.c" --include='*.ts' . 2>/dev/null || echo "nothing found"`,
  `grep -E '\\$\\{[a-z]+\\}$' README.md`,
  `find . \\( -name '*.md' -o -name x \\) ! -name y`,
  'git --no-pager show HEAD~2:src/a.ts 2>&1 | tail -3',
  'git diff main~..HEAD > /dev/null',
  '[ ! -f package.json ] && echo no || echo yes',
  `cd 'my project' && ls`,
  'LC_ALL=C sort a.txt | NO_COLOR=1 TZ=UTC ls',
];

const OTHER = [
  '',
  'ls &',
  'ls&&pwd',
  'ls;;pwd',
  'ls |& cat',
  'ls | ',
  '&& ls',
  'ls\npwd',
  'ls\tdocs',
  'ls\u00a0docs',
  'ls *',
  'ls a?',
  'ls [ab]',
  'ls {a,b}',
  'ls ~/x',
  'git diff HEAD^',
  'ls =x',
  'ls $HOME',
  'ls `pwd`',
  'ls "$(pwd)"',
  'ls a\\ b',
  `ls 'a\\\\'`,
  `ls 'it''s'`,
  `echo "done!"`,
  `echo 'done!'`,
  'echo "a\nb"',
  'ls # all',
  'ls > made',
  'ls < a',
  'ls 3>/dev/null',
  'ls >/dev/nullx',
  'CI=1',
  'CI=$x ls',
  'PATH=. ls',
  '(ls)',
  '%1',
  '. ./x',
  'source x',
  'exec ls',
  'if ls',
  'time ls',
  'printf x',
  'exit 1',
  'export CI=1',
  'set -e',
  'test -f a',
  '[ -v a ]',
  '[ -f a -o -f b ]',
  '[ 1 -eq 2 ]',
  `cd 'a[1]'`,
  'cd a=b',
];

test('programs and words are bare, and nothing else is', () => {
  expect(BARE.filter((line) => !isBareLine(line))).toEqual([]);
  expect(OTHER.filter((line) => isBareLine(line))).toEqual([]);
});

test('a long line takes time by its length', () => {
  for (const piece of ['a', 'a~1', ' a', "'a'", '"\\."', ' ; a', 'a=', ' ; CI=1 a', ' 2>&1'])
    expect(isBareLine(`ls ${piece.repeat(60_000)}\u0000`), piece).toBe(false);
}, 5000);
