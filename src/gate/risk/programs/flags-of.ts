import { compileOptions } from '../parse/option-spec.ts';
import type { ProgramRule } from './program-rule.ts';

type Rule = Pick<ProgramRule, 'options' | 'subcommands' | 'subcommandPatterns'>;

const known = new WeakMap<Rule, ReadonlySet<string>>();

/** The options of a program, and of all its subcommands, behind which no value stands. */
export function flagsOf(rule: Rule | undefined): ReadonlySet<string> {
  if (!rule) return new Set();
  const flags = known.get(rule) ?? collect(rule);
  known.set(rule, flags);
  return flags;
}

function collect(rule: Rule): ReadonlySet<string> {
  const specs = [...optionsOf(rule)].flatMap((options) => [...compileOptions(options).byName.values()]);
  const takesValue = new Set(specs.filter(({ value }) => value === 'required').map(({ name }) => name));
  return new Set(specs.map(({ name }) => name).filter((name) => !takesValue.has(name)));
}

const optionsOf = ({ options = '', subcommands = {}, subcommandPatterns = [] }: Rule): Set<string> =>
  new Set([
    options,
    ...Object.values(subcommands).flatMap((one) => [...optionsOf(one)]),
    ...subcommandPatterns.flatMap(([, one]) => [...optionsOf(one)]),
  ]);
