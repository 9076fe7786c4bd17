import type { Risk } from '../../../core/risk.ts';
import type { Finding } from '../finding.ts';
import { compileOptions, type OptionTable } from '../parse/option-spec.ts';
import type { Output } from '../parse/output.ts';
import type { Value } from '../parse/words.ts';
import type { Place } from '../place.ts';
import type { ProgramRule } from './program-rule.ts';

export type Rule = Omit<ProgramRule, 'names'>;

/** What judging one command may need of the rest. */
export interface Judge {
  readonly place: Place;
  /** What stands on the other side of stdin. */
  readonly stdin: 'nothing' | 'pipe' | 'text';
  /** What comes through it, as far as it is known. */
  readonly input: Output;
  /** Only this machine is contacted. */
  readonly isNearby?: boolean;
  /** What it prints goes to another program or into a file. */
  readonly isPiped?: boolean;
  /** What the program needs whose subcommand is judged. */
  readonly needs?: { readonly what: string; readonly from: Risk };
  /** Where options before the subcommand lead, as `-C` of git; none where that cannot be said. */
  readonly workTrees?: readonly string[];
  /** Judges a command given as words. */
  command(words: readonly Value[], text: string): Finding[];
  /** Judges a line for the shell, which runs here or in one of these directories, with these as `$0`, `$1`, ... */
  shell(source: Value, cwds?: readonly string[], positional?: readonly Value[]): Finding[];
  /** The same for a text that may be one; most are words for people. */
  perhapsShell(source: Value): Finding[];
}

const tables = new WeakMap<Rule, OptionTable>();

/** The options of a rule, read once. */
export const tableOf = (rule: Rule): OptionTable => {
  const table = tables.get(rule) ?? compileOptions(rule.options ?? '');
  tables.set(rule, table);
  return table;
};

/** Only what the table itself says: every object has a `constructor`. */
export const ownEntry = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined;
