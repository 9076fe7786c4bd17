import { dataTables, tables } from '../tables/index.ts';
import type { ProgramRule } from './program-rule.ts';

const byName = new Map<string, ProgramRule>(
  tables.flat().flatMap((rule) => rule.names.split(' ').map((name) => [name, rule] as const)),
);

const forData = new Set(dataTables.flat().flatMap(({ names }) => names.split(' ')));

/** Whether the files that a program is given are nothing but data to it. */
export const isForData = (name: string): boolean => forData.has(name);

/** What the tables know of a program. */
export const ruleFor = (name: string): ProgramRule | undefined => byName.get(name);
