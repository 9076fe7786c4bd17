import { expect, test } from 'vitest';
import { isAtLeast } from '../../core/risk.ts';
import type { Place } from './place.ts';
import { judgeShell } from './shell-risk.ts';
import { tables } from './tables/index.ts';

const place: Place = {
  cwds: ['/work/project'],
  roots: ['/work/project'],
  home: '/home/me',
  dataDir: '/home/me/.toolgate',
  allowedCommands: undefined,
  restrictedPaths: ['/etc', '/sys', '/root', '/boot'],
};

const rules = tables.flat();

test.each(rules.flatMap(({ match = [], risk = 'SAFE' }) => match.map((line) => [line, risk] as const)))(
  '%s is at most %s',
  (line, risk) => {
    const judged = judgeShell(line, place);
    expect(isAtLeast(risk, judged.risk), JSON.stringify(judged)).toBe(true);
  },
);

test.each(rules.flatMap(({ notMatch = [], risk = 'SAFE' }) => notMatch.map((line) => [line, risk] as const)))(
  '%s is more than %s',
  (line, risk) => {
    const judged = judgeShell(line, place);
    expect(isAtLeast(risk, judged.risk), JSON.stringify(judged)).toBe(false);
  },
);

test('no program is in two tables', () => {
  const names = rules.flatMap((rule) => rule.names.split(' '));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test('every rule has examples both ways', () => {
  expect(
    rules
      .filter(({ match, notMatch, risk }) => !match?.length || (risk !== 'CRITICAL' && !notMatch?.length))
      .map(({ names }) => names),
  ).toEqual([]);
});
