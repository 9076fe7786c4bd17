import type { ProgramRule } from './program-rule.ts';
import { tables } from './tables/index.ts';

const byName = new Map<string, ProgramRule>();
for (const rule of tables.flat()) {
  for (const name of rule.names.split(' ')) {
    if (byName.has(name)) throw new Error(`The tables have ${name} twice`);
    byName.set(name, rule);
  }
}

/** What the tables know of a program. */
export const ruleFor = (name: string): ProgramRule | undefined => byName.get(name);
