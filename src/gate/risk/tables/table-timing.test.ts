import { expect, test } from 'vitest';
import type { Place } from '../place.ts';
import type { ProgramRule, TextRule } from '../programs/program-rule.ts';
import { judgeShell } from '../walk/judge-shell.ts';
import { tables } from './index.ts';

type AnyRule = Omit<ProgramRule, 'names'>;

const SIZE = 65_000;
const AT_MOST_MS = 150;

/** Of this thread: others keep the machine busy while tests run. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const place: Place = {
  cwds: ['/work/project'],
  roots: ['/work/project'],
  home: '/home/me',
  dataDir: '/home/me/.toolgate',
  allowedCommands: undefined,
  restrictedPaths: ['/etc'],
};

const fill = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

/** Every pattern of a rule and of what lies below it. */
function patternsOf(rule: AnyRule): Pick<TextRule, 'pattern' | 'longest'>[] {
  const texts: readonly TextRule[] = [rule.dangerousText ?? [], ...Object.values(rule.values ?? {})].flat();
  const below = [
    ...Object.values(rule.subcommands ?? {}),
    ...Object.values(rule.modules ?? {}),
    ...(rule.subcommandPatterns ?? []).map(([, one]) => one),
  ];
  return [
    ...texts,
    ...(rule.subcommandPatterns ?? []).map(([pattern]) => ({ pattern })),
    ...below.flatMap(patternsOf),
  ];
}

const patterns = [
  ...new Map(
    tables
      .flat()
      .flatMap(patternsOf)
      .map((one) => [one.pattern, one]),
  ).values(),
];

const PIECES = [
  ' ',
  '\t',
  '\n',
  'a',
  '/',
  '\\',
  '"',
  "'",
  '-',
  '.',
  ',',
  ';',
  '|',
  '(',
  '{',
  '[',
  '=',
  ':',
  '$',
].concat([
  '1',
  'a ',
  ' a',
  'a=',
  'a/',
  './',
  '../',
  's/a/b/',
  'y/',
  '/a/,',
  '1,',
  'e ',
  'w',
  '|"',
  '"a',
  '\\a',
  'print ',
  'a|',
  'getline ',
  '-a',
  '--a',
  'a.',
  'x:',
]);

/** Words of the pattern itself come closest to matching it. */
const nearMatches = ({ source }: RegExp): string[] => [
  ...new Set([...source.matchAll(/[A-Za-z_]{3,}/g)].map(([word]) => word)),
];

test('no pattern of a table is slow on any text', { timeout: 60_000 }, () => {
  const slow = patterns.flatMap(({ pattern, longest }) =>
    [
      ...PIECES,
      ...nearMatches(pattern)
        .slice(0, 12)
        .flatMap((word) => [word, `${word} `]),
    ].flatMap((piece) => {
      const text = fill(piece).slice(0, longest);
      const startedAt = cpuMs();
      pattern.test(text);
      const tookMs = cpuMs() - startedAt;
      return tookMs > AT_MOST_MS ? [{ pattern: pattern.source.slice(0, 80), piece, tookMs }] : [];
    }),
  );
  expect(patterns.length).toBeGreaterThan(100);
  expect(slow).toEqual([]);
});

const LINES = [
  (text: string) => `sed '${text}' a`,
  (text: string) => `awk '${text}' a`,
  (text: string) => `python3 -c "${text}"`,
  (text: string) => `psql -c '${text}'`,
  (text: string) => `curl '${text}'`,
  (text: string) => `unheard-of '${text}'`,
  (text: string) => `cat '${text}'`,
  (text: string) => `rm ${text}`,
  (text: string) => `bash -c '${text}'`,
  (text: string) => `echo ${text}`,
  (text: string) => text,
];

test.each([
  '',
  '/',
  'a ',
  '"a" ',
  '/a/,',
  '1,',
  '.a/',
  '..',
  '%s',
  '* ',
  '{a,b}',
  '$a',
  '; ',
  '$(',
  '((',
  '<<a ',
  '{a,',
  '$[',
  'a() ',
  'env ',
])('a line full of %s is judged in no time', (piece) => {
  const slow = LINES.flatMap((line) => {
    const source = line(fill(piece === '' ? ' ' : piece).slice(0, 60_000)).slice(0, 65_536);
    const startedAt = cpuMs();
    judgeShell(source, place);
    const tookMs = cpuMs() - startedAt;
    return tookMs > 3000 ? [{ line: source.slice(0, 20), tookMs }] : [];
  });
  expect(slow).toEqual([]);
});

test('variables made of variables do not grow without end', () => {
  const doubled = Array.from({ length: 40 }, (_, i) => `v${i + 1}=$v${i}$v${i}`).join('; ');
  const startedAt = cpuMs();
  expect(judgeShell(`v0=aaaaaaaa; ${doubled}; cat $v40`, place).risk).toBe('HIGH');
  expect(cpuMs() - startedAt).toBeLessThan(1000);
});
