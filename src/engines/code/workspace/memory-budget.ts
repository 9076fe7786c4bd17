import type { LeanFacts } from './lean-facts.ts';

/** What all roots together may hold in memory; the heap of the process has room for this, the graph and its garbage. */
export interface MemoryBudget {
  used: number;
  readonly most: number;
}

export const createMemoryBudget = (most = 140_000_000): MemoryBudget => ({ used: 0, most });

/** About how many bytes the facts of a file take, as measured on thousands of them. */
export function weightOf({ symbols, imports, exports, uses }: LeanFacts): number {
  const texts = symbols.reduce((sum, { signature = '', doc = '' }) => sum + signature.length + doc.length, 0);
  const names = imports.reduce((sum, fact) => sum + 1 + fact.names.length, 0);
  return 400 + symbols.length * 130 + texts + names * 110 + exports.length * 90 + weightOfUses(uses);
}

function weightOfUses(uses: LeanFacts['uses']): number {
  const lists = [...Object.values(uses?.names ?? {}), ...Object.values(uses?.members ?? {})];
  return lists.reduce((sum, list) => sum + 60 + list.length * 9, 0);
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
