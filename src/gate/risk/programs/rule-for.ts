import { tables } from '../tables/index.ts';
import type { ProgramRule } from './program-rule.ts';

const byName = new Map<string, ProgramRule>(
  tables.flat().flatMap((rule) => rule.names.split(' ').map((name) => [name, rule] as const)),
);

/** What the tables know of a program. */
export const ruleFor = (name: string): ProgramRule | undefined => byName.get(name);
