import { expect, test } from 'vitest';
import { testPlace } from '../../../../test/support/place.ts';
import { isAtLeast } from '../../../core/risk.ts';
import { compileOptions } from '../parse/option-spec.ts';
import type { ProgramRule } from '../programs/program-rule.ts';
import { judgeShell } from '../walk/judge-shell.ts';
import { tables } from './index.ts';

const rules = tables.flat();

test.each(rules.flatMap(({ match = [], risk = 'SAFE' }) => match.map((line) => [line, risk] as const)))(
  '%s is at most %s',
  (line, risk) => {
    const judged = judgeShell(line, testPlace);
    expect(isAtLeast(risk, judged.risk), JSON.stringify(judged)).toBe(true);
  },
);

test.each(rules.flatMap(({ notMatch = [], risk = 'SAFE' }) => notMatch.map((line) => [line, risk] as const)))(
  '%s is more than %s',
  (line, risk) => {
    const judged = judgeShell(line, testPlace);
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

type Rule = Omit<ProgramRule, 'names'>;

const withSubcommands = (rule: Rule): Rule[] => [
  rule,
  ...Object.values(rule.subcommands ?? {}).flatMap(withSubcommands),
];

test('every list of options of every subcommand can be read', () => {
  for (const rule of rules.flatMap(withSubcommands))
    expect(() => compileOptions(rule.options ?? '')).not.toThrow();
});
