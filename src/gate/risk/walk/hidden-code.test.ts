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
    'n=PA; printf -v "${n}TH" %s /tmp/x; ls',
    'echo ${NODE_OPTIONS:=--require=/tmp/x.js}; export NODE_OPTIONS; npm test',
    'for npm_config_script_shell in /tmp/sh; do export npm_config_script_shell; npm test; done',
    'f() { local PATH; ls; }; f',
    'mapfile PATH < f; ls',
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
