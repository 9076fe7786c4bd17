import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assessArgv, assessShell } from '../../src/gate/risk/assess.ts';
import { tables } from '../../src/gate/risk/tables/index.ts';
import { bashScript, brokenScript } from '../support/bash-scripts.ts';
import { testPlace } from '../support/place.ts';
import { samples } from './commands.ts';

const RUNS = Number(process.env.TOOLGATE_FUZZ_RUNS ?? 400);

const names = tables.flat().flatMap(({ names }) => names.split(' '));
const commands = samples().map(({ command }) => command);
const PIECES = [
  '[[:digit:]]',
  '[!a',
  '[z-a]',
  '[]',
  '\\',
  '{a,b',
  '{1..',
  '*',
  '**/',
  '?(',
  '+(a|',
  '$(',
  '${x',
  `\${x//[/y}`,
  `\${x/#[[:a:]]/}`,
  '`',
  '"',
  "'",
  "$'\\x",
  '<(',
  '>(',
  '<<E',
  '<<<',
  '>',
  '&>',
  '|',
  '&&',
  ';',
  '\n',
  '~',
  '~root/',
  '@',
  '@/etc/x',
  '=',
  '-',
  '--',
  '--x=',
  '/',
  '..',
  '/dev/tcp/a/1',
  'http://[::',
  'https://%zz',
  'http://a:b@c:99999/',
  '\u0000',
  '\u202e',
  '\ud800',
  'é',
  '^d|^[[:digit:]]+ d',
  '-exec',
  '{}',
  '+',
  '-c',
  '-e',
  '-i',
  '-I',
  '-f',
  '-T',
  '-n',
  '0',
  '99999999999999999999',
  '*[',
  '[[',
  ']]',
  '((',
  '))',
  '(',
  ')',
  'constructor',
  '__proto__',
];

const piece = fc.oneof(
  fc.constantFrom(...PIECES),
  fc.constantFrom(...names),
  fc.constantFrom(...commands).map((command) => command.slice(0, 60)),
  fc.string({ maxLength: 8 }),
);
const line = fc.oneof(
  fc
    .tuple(fc.array(piece, { maxLength: 8 }), fc.constantFrom('', ' '))
    .map(([all, joint]) => all.join(joint)),
  fc.tuple(fc.constantFrom(...commands), piece, fc.nat()).map(([command, put, at]) => {
    const i = at % (command.length + 1);
    return command.slice(0, i) + put + command.slice(i);
  }),
  bashScript,
  brokenScript,
);

const isJudged = (reasons: readonly string[]): boolean =>
  !reasons.some((reason) => /could not judge/.test(reason));

test('every line is judged', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(line, (source) => {
      const { reasons } = assessShell(source, testPlace);
      expect(isJudged(reasons), `${JSON.stringify(source)}: ${reasons[0]}`).toBe(true);
    }),
    {
      numRuns: RUNS * 10,
      interruptAfterTimeLimit: 30_000,
      examples: [["ls | egrep '^d|^[[:digit:]]+ d'"], ['cat [[:alpha:]]*']],
    },
  );
});

test('every list of words is judged', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (words) => {
      const { reasons } = assessArgv(words, testPlace);
      expect(isJudged(reasons), `${JSON.stringify(words)}: ${reasons[0]}`).toBe(true);
    }),
    { numRuns: RUNS * 10, interruptAfterTimeLimit: 30_000, examples: [[['egrep', '^[[:digit:]]+ d']]] },
  );
});
