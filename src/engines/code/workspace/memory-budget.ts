import type { LeanFacts } from './lean-facts.ts';

/** What all roots together may hold in memory; the heap of the process has room for this, the graph and its garbage. */
export interface MemoryBudget {
  used: number;
  readonly most: number;
}

export const createMemoryBudget = (most = 140_000_000): MemoryBudget => ({ used: 0, most });

/** About how many bytes the facts of a file take, as measured on thousands of them. */
export function weightOf({ symbols, imports, exports, commonExports = [], uses }: LeanFacts): number {
  const texts = symbols.reduce((sum, { signature = '', doc = '' }) => sum + signature.length + doc.length, 0);
  const names = imports.reduce((sum, fact) => sum + 1 + fact.names.length, 0);
  const given = exports.length + commonExports.length;
  const long = [
    ...symbols.map(({ name, container }) => longTexts([name, container])),
    ...imports.flatMap(({ module, target, names: taken }) => [
      longTexts([module, target]),
      ...taken.map(({ name, alias }) => longTexts([name, alias])),
    ]),
    ...[...exports, ...commonExports].map(({ name, local, from }) => longTexts([name, local, from])),
  ].reduce((sum, one) => sum + one, 0);
  return 400 + symbols.length * 130 + texts + names * 110 + given * 90 + long + weightOfUses(uses);
}

/** For each name there is room for one of this length. */
const USUAL_NAME = 40;

/** What names take beyond that: two bytes for each letter, where they are not Latin. */
const longTexts = (texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text = '') => sum + Math.max(0, text.length - USUAL_NAME) * 2, 0);

function weightOfUses(uses: LeanFacts['uses']): number {
  const lists = [...Object.entries(uses?.names ?? {}), ...Object.entries(uses?.members ?? {})];
  return lists.reduce((sum, [name, list]) => sum + 60 + longTexts([name]) + list.length * 9, 0);
}

/** What the files of one root take of it. */
export function createWeights(budget: MemoryBudget) {
  const weights = new Map<string, number>();
  const set = (path: string, weight: number): void => {
    budget.used += weight - (weights.get(path) ?? 0);
    weights.set(path, weight);
  };
  return {
    set,
    clear: (): void => {
      for (const path of weights.keys()) set(path, 0);
    },
  };
}
