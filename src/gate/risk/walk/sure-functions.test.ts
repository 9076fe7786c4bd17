import { expect, test } from 'vitest';
import { testPlace } from '../../../../test/support/place.ts';
import { assessShell } from '../assess.ts';

const riskOf = (line: string): string => assessShell(line, testPlace).risk;

test.each([
  'X; rm() { :; }',
  '(rm() { :; }); X',
  'false && rm() { :; }; X',
  'rm() { :; } | X',
  'rm() { :; } & X',
  'if false; then rm() { :; }; fi; X',
  'echo $(rm() { :; }); X',
  'f() { rm() { :; }; }; X',
  'rm() { :; }; unset -f rm; X',
  'rm() { :; }; command X',
  'rm() { :; }; X',
  'rm() { :; }; find . -exec X \\;',
  'rm() { :; }; xargs X < list',
])('a program does not hide behind a function of its name: %s', (line) => {
  expect(['HIGH', 'CRITICAL']).toContain(riskOf(line.replace('X', 'rm -rf src')));
});

test.each(['log() { echo "$1"; }; log a; log b', 'f() { ls; }; (f); f | head -3'])(
  'a function of a name of its own is what it holds: %s',
  (line) => {
    expect(riskOf(line)).toBe('SAFE');
  },
);

test('a program that nobody knows does not hide either', () => {
  expect(riskOf('ownprogram x')).toBe(riskOf('ownprogram x; ownprogram() { :; }'));
});

test.each([
  'echo $API_KEY; API_KEY=1',
  '(API_KEY=1); echo $API_KEY',
  'false && API_KEY=1; echo $API_KEY',
  'API_KEY=1 | echo $API_KEY',
  'API_KEY=$API_KEY; echo $API_KEY',
  'API_KEY+=x; echo $API_KEY',
  '{ API_KEY=1; } < nofile; echo $API_KEY',
  'API_KEY="$API_KEY"x; echo $API_KEY',
  'f() { API_KEY=1; }; echo $API_KEY',
  'if false; then API_KEY=1; fi; echo $API_KEY',
])('a secret of the environment is shown, whatever the line sets elsewhere: %s', (line) => {
  expect(riskOf(line)).toBe(riskOf('echo $API_KEY'));
});

test('what the line itself has set is no secret', () => {
  expect(riskOf('API_KEY=test; echo $API_KEY')).toBe('SAFE');
});
