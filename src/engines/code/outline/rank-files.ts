import type { ImportGraph } from '../graph/import-graph.ts';
import type { LeanFacts } from '../workspace/lean-facts.ts';

export interface Ranked {
  readonly file: string;
  /** Other files that import it, tests left out. */
  readonly importers: number;
  readonly isEntry: boolean;
  readonly isTest: boolean;
  /** Areas of the tree that import it, and that it imports. */
  readonly areasFrom: number;
  readonly areasTo: number;
}

const TEST =
  /(^|\/)(__tests__|__mocks__|tests?|specs?|fixtures?|__fixtures__|bench|examples?)\/|[._-](test|spec|e2e)(-d)?\.\w+$|(^|\/)test_[^/]*\.py$|_test\.(go|py|rb)$/;
const ENTRY = /(^|\/)(main|cli|app|server|__main__)\.\w+$|^(src\/)?(index|lib|mod|program)\.\w+$/i;

/** What a newcomer needs most comes first: ways in, then what most of the rest is built on, tests last. */
export function rankFiles(files: readonly (readonly [string, LeanFacts])[], graph: ImportGraph): Ranked[] {
  return files
    .map(([file, facts]) => {
      const from = new Set(graph.importersOf(file).map((edge) => edge.from));
      const others = [...from].filter((other) => other !== file && !TEST.test(other));
      const importers = others.length;
      const to = graph.importsOf(file).flatMap((edge) => (edge.to.kind === 'file' ? [edge.to.file] : []));
      const isTest = TEST.test(file);
      const isEntry = !isTest && ENTRY.test(file) && importers < 4;
      const exported = facts.symbols.filter(({ isExported, container }) => isExported && !container).length;
      const score =
        Math.log2(1 + importers) * 3 + (isEntry ? 6 : 0) + Math.min(exported, 4) / 4 - (isTest ? 20 : 0);
      return { file, importers, isEntry, isTest, areasFrom: areasIn(others), areasTo: areasIn(to), score };
    })
    .sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : 1));
}

/** A part of a tree that has a subject of its own: two folders deep. */
export const areaOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/');

const areasIn = (files: readonly string[]): number => new Set(files.map(areaOf)).size;
