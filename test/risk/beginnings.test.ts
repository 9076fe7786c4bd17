import { expect, test } from 'vitest';
import { isAtLeast } from '../../src/core/risk.ts';
import { type Rule, tableOf } from '../../src/gate/risk/programs/judge.ts';
import { tables } from '../../src/gate/risk/tables/index.ts';
import { judgeShell } from '../../src/gate/risk/walk/judge-shell.ts';
import { testPlace } from '../support/place.ts';

// What an option is given, to see what it does with that.
const valueFor = (kind: string): string => (/^(command|code|statement)$/.test(kind) ? 'rm -rf /' : '/etc/x');
const HAS_EFFECT = /^(read|write|command|code|program|exec|mount|url|statement|paths|names)$/;

/** Every command of the tables, with its row. */
const rows = (name: string, rule: Rule): [string, Rule][] => [
  [name, rule],
  ...Object.entries(rule.subcommands ?? {}).flatMap(([path, one]) => rows(`${name} ${path}`, one)),
];

/** What is just enough of an option to tell it from all others, and one letter more. */
const beginningsOf = (option: string, all: readonly string[]): string[] =>
  Array.from({ length: option.length - 3 }, (_, i) => option.slice(0, i + 3))
    .filter((start) => all.filter((other) => other.startsWith(start)).length === 1)
    .slice(0, 2);

/** Subcommands often share their options: one of them stands for the others. */
const different = new Map(
  tables
    .flat()
    .flatMap((rule) => rows(rule.names.split(' ')[0] ?? '', rule))
    .map(([command, rule]) => [`${command.split(' ')[0]} ${rule.options}`, [command, rule] as const]),
);

/** The command with each of its long options that does something, and with the beginnings of that. */
const cases = [...different.values()].flatMap(([command, rule]) => {
  const { byName } = tableOf(rule);
  const specs = [...byName.values()].filter(
    ({ name, risk, kind }) =>
      name.startsWith('--') &&
      ((risk !== undefined && risk !== 'SAFE' && risk !== 'LOW') || HAS_EFFECT.test(kind)),
  );
  return specs.map(({ name, value, kind }) => ({
    command,
    name,
    given: value === 'none' ? '' : `='${valueFor(kind)}'`,
    beginnings: beginningsOf(name, [...byName.keys()]),
  }));
});

const riskOf = (command: string) => judgeShell(command, testPlace).risk;

test('an option that is cut short is judged no lower than the option in full', () => {
  expect(cases.length).toBeGreaterThan(500);
  const lower = cases.flatMap(({ command, name, given, beginnings }) => {
    const full = riskOf(`${command} ${name}${given} a b`);
    return beginnings
      .filter((start) => !isAtLeast(riskOf(`${command} ${start}${given} a b`), full))
      .map((start) => `${command} ${start}${given} is below ${name}`);
  });
  expect(lower).toEqual([]);
});

test.each([
  ['env -S', 'env --s="rm -rf /"', "env --split-string='rm -rf /'"],
  ['env --chdir', 'env --c /etc rm -rf src', 'env --chdir /etc rm -rf src'],
  ['env --unset', 'env --u X rm -rf /', 'env --unset X rm -rf /'],
  ['env --argv0', 'env --a x rm -rf /', 'env --argv0 x rm -rf /'],
  ['xargs', 'xargs --a list rm -rf', 'xargs --arg-file list rm -rf'],
  ['nice', 'nice --a 5 rm -rf /', 'nice --adjustment 5 rm -rf /'],
  ['timeout', 'timeout --k 1 5 rm -rf /', 'timeout --kill-after 1 5 rm -rf /'],
  ['watch', "watch --i 1 'rm -rf /'", "watch --interval 1 'rm -rf /'"],
  ['parallel', 'parallel --a list rm -rf', 'parallel --arg-file list rm -rf'],
  ['su', "su --c 'rm -rf /'", "su --command 'rm -rf /'"],
  ['tar', 'tar --to-c=./x -xf a.tar', 'tar --to-command=./x -xf a.tar'],
  ['rsync', 'rsync --rs=./x a b:', 'rsync --rsh=./x a b:'],
  ['flock', "flock --com='./x' a b", "flock --command='./x' a b"],
  ['npm', 'npm set --caf=/etc/x a', 'npm set --cafile=/etc/x a'],
  ['sort', 'sort --o=/etc/x a', 'sort --output=/etc/x a'],
  ['sed', 'sed --i s/a/b/ /etc/x', 'sed --in-place s/a/b/ /etc/x'],
])('%s: what it runs or writes is judged alike', (_, short, full) => {
  const [judged, whole] = [judgeShell(short, testPlace), judgeShell(full, testPlace)];
  expect(isAtLeast(judged.risk, whole.risk), JSON.stringify([judged.reasons, whole.reasons])).toBe(true);
  expect(judged.isForbidden || !whole.isForbidden).toBe(true);
});
