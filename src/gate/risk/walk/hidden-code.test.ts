// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash
import { describe, expect, test } from 'vitest';
import { testPlace } from '../../../../test/support/place.ts';
import { isAtLeast } from '../../../core/risk.ts';
import { judgeShell } from './judge-shell.ts';

const riskOf = (command: string) => judgeShell(command, testPlace).risk;

describe('arithmetic with a text that only the run knows is a command like any other', () => {
  test.each([
    'x=$(cat f); echo $((x))',
    'x=$(cat f); ((x))',
    'x=$(echo YQ== | base64 -d); ((x)); npm test',
    'x=$(cat f); echo $[x]',
    'x=$(cat f); let y=x',
    'x=$(cat f); [[ x -gt 0 ]]',
    'x=$(cat f); [[ -v $x ]]',
    'x=$(cat f); a[x]=1',
    'x=$(cat f); a=([x]=1)',
    'x=$(cat f); for ((i=0;i<x;i++)); do :; done',
    'x=$(cat f); echo ${a[x]}',
    'x=$(cat f); echo ${y:x}',
    'x=$(cat f); y=x; echo $((y))',
    'x=$(cat f); declare -i y=x',
    'for x in $(cat f); do echo $((x)); done',
    'echo $(( $(cat f) ))',
    'read x < f; echo $((x))',
    ': $(cat f); echo $((_))',
    'x=$(wc -l f); echo $((x))',
    "x=$(cat f); unset 'a[x]'",
    'n=1; x1=$(cat f); echo $((x$n))',
    'RANDOM=$(cat f)',
    'OPTIND=$(cat f)',
    'for RANDOM in "$(cat f)"; do :; done',
    'cat f | read RANDOM',
    'x=$(cat f); command let y=x',
    'f() { echo $((${!#})); }; f "$(cat f)"',
    'ab=$(cat f); echo $((a\\\nb))',
    'seq() { cat f; }; echo $(( $(seq) ))',
    'echo $(( $(seq -f "$(cat f)%g" 1) ))',
    'x=$(cat f); echo ${!x}',
    'x=$(cat f); local "-i" z; z=$x',
    'x=$(cat f); [ -v "$x" ]',
    '[ -v "$(cat f)" ]',
    'let "x=$(cat f)"',
    'z=([q[0]+x]=1)',
    "x=$(cat f); eval 'echo $((x))'",
    "x=$(cat f) bash -c 'echo $((x))'",
    'cd d/a*; echo $((${PWD##*/}))',
    'ls {q[$(cat v)]}</dev/null',
    'x=$(cat v); exec {q[x]}</dev/null',
    'f(){ local -n z; read z <<< PATH; z=10; ls; }; f',
    'q=PATH; declare -n p; p=$q; p=10; ls',
    'x=$(cat v); declare -n r=$x; echo $r',
  ])('%s', (command) => {
    expect(isAtLeast(riskOf(command), 'MEDIUM')).toBe(true);
  });

  test.each([
    'i=0; while ((i < 10)); do ((i++)); done',
    'echo $((1 + 2))',
    'for i in $(seq 1 10); do echo $((i * 2)); done',
    'for i in {1..5}; do echo $((i)); done',
    'n=$(wc -l < f); echo $((n + 1))',
    'n=$(ls | wc -l); echo $((n + 1))',
    'start=$(date +%s); echo $(( $(date +%s) - start ))',
    'x=$(cat f); echo "$x"',
    'echo ${HOME:0:3}',
    'echo "$(( 80 - 3 * (2 + 1) ))"',
    'for ((i = 0; i < 3; i++)); do echo $i; done',
    'a=(x y z); echo ${a[0]} ${a[@]} ${#a[@]}',
    'if [[ $# -gt 0 ]]; then echo yes; fi',
    'n=3; if [[ $n -eq 3 ]]; then echo "$n"; fi',
    'local x=1',
  ])('%s counts, and no more', (command) => {
    expect(isAtLeast(riskOf(command), 'MEDIUM')).toBe(false);
  });
});

describe('a variable that changes other programs is one however it is set', () => {
  test.each([
    'for PATH in /tmp/x; do ls; done',
    'select PATH in /tmp/x; do ls; break; done <<< 1',
    'unset PATH; ls',
    "unset 'PATH[0]'; ls",
    'wait -p PATH; ls',
    'let PATH=0',
    '((PATH=0))',
    'getopts a PATH',
    'read PATH <<< /tmp/x; ls',
    'printf -v PATH %s /tmp/x; ls',
    'printf -vPATH %s /tmp/x; ls',
    'printf abc%n PATH; ls',
    `printf -- '%s%-*lln' a 3 PATH; ls`,
    `printf $'abc\\x25n' CDPATH; cd sub && cat k`,
    'x=CDPATH; printf %n "$x"; cd sub && cat k',
    'n=PA; printf -v "${n}TH" %s /tmp/x; ls',
    'echo ${NODE_OPTIONS:=--require=/tmp/x.js}; export NODE_OPTIONS; npm test',
    'for npm_config_script_shell in /tmp/sh; do export npm_config_script_shell; npm test; done',
    'f() { local PATH; ls; }; f',
    'mapfile PATH < f; ls',
    'z[PATH=10]=1; ls',
    '[[ PATH=10 -eq 10 ]]; ls',
    'z=([PATH=10]=1); ls',
    '[[ -v z[PATH=10] ]]; ls',
    '(("PATH"=10)); ls',
    '((P\\\nATH=10)); ls',
    'echo ${z[PATH=10]}; ls',
    'echo ${PWD:PATH=10:1}; ls',
    '{ ls; } {PATH}</dev/null',
    'exec {PATH}>&1; ls',
  ])('%s', (command) => {
    expect(isAtLeast(riskOf(command), 'HIGH')).toBe(true);
  });

  test.each([
    'for f in a b; do echo "$f"; done',
    'unset x',
    'printf -v line %s x; echo "$line"',
    'wait $pid',
    'while read -r line; do echo "$line"; done < f',
    'f() { local x; x=1; echo $x; }; f',
    'export PATH',
  ])('%s sets nothing of the kind', (command) => {
    expect(isAtLeast(riskOf(command), 'HIGH')).toBe(false);
  });
});
