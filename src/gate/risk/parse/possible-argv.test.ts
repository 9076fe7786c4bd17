import { expect, test } from 'vitest';
import { testPlace } from '../../../../test/support/place.ts';
import { isAtLeast, type Risk } from '../../../core/risk.ts';
import { judgeShell } from '../walk/judge-shell.ts';

const many = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

test.each<[Risk, string]>([
  ['HIGH', 'for c in ls rm; do $c a; done'],
  ['HIGH', "for c in 'ls' 'rm a'; do bash -c \"$c\"; done"],
  ['HIGH', "for c in 'ls' 'rm a'; do eval $c; done"],
  ['HIGH', 'for s in status push; do git $s; done'],
  ['HIGH', 'for m in GET DELETE; do gh api -X $m repos/a/b; done'],
  ['HIGH', "for c in 'print(1)' 'import os; os.remove(1)'; do python3 -c \"$c\"; done"],
  ['HIGH', 'for c in ls rm; do $(echo $c) a; done'],
  ['HIGH', 'c=ls; if true; then c=rm; fi; $c a'],
  ['CRITICAL', 'for c in ls rm; do for f in a .git; do $c -rf $f; done; done'],
  ['HIGH', 'psql <<< "$(for q in \'select 1\'; do echo $q; done)"'],
  ['MEDIUM', "for q in 'select 1' 'select evil()'; do psql <<< \"$q\"; done"],
  ['MEDIUM', 'for d in src /etc; do cd $d; cat shadow; done'],
  ['MEDIUM', 'for n in 1 a.txt; do echo x >&$n; done'],
  ['HIGH', 'x=; $x git push'],
  ['HIGH', "x=' git push'; $x"],
  ['CRITICAL', `for c in ${many(300)} rm; do $c a; done`],
  ['CRITICAL', `for a in ${many(60)}; do for b in ${many(60)}; do git $a $b; done; done`],
  ['HIGH', "read c <<< 'rm a'; $c"],
  ['HIGH', "read x y <<< 'ls rm a'; $y"],
])('at least %s: %s', (risk, line) => {
  const judged = judgeShell(line, testPlace);
  expect(isAtLeast(judged.risk, risk), JSON.stringify(judged)).toBe(true);
});

test.each<[Risk, string]>([
  ['LOW', 'for f in a.ts b.ts c.ts; do wc -l "$f"; grep -n TODO $f; done'],
  ['LOW', 'for s in status log; do git $s; done'],
  ['LOW', 'ls src/{core,gate}/*.ts'],
  ['LOW', 'for d in src test; do find $d -name "*.ts" | wc -l; done'],
  ['LOW', 'for a in 1 2 3; do for b in x y z; do echo "$a $b"; done; done'],
  ['LOW', 'for f in a b; do echo "$(basename $f .ts)"; done'],
])('at most %s: %s', (risk, line) => {
  const judged = judgeShell(line, testPlace);
  expect(isAtLeast(risk, judged.risk), JSON.stringify(judged)).toBe(true);
});

test('each command that a loop can turn out to be is there for the rules', () => {
  expect(judgeShell('for s in status push; do git $s; done', testPlace).commands).toEqual([
    ['git', 'status'],
    ['git', 'push'],
  ]);
});
