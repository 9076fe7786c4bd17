import type { Workspace } from '../workspace/workspace.ts';
import type { Definition } from './find-definition.ts';
import type { ImportGraph } from './import-graph.ts';

/** A file that calls something by a name of its own. */
export interface RenamedIn {
  readonly file: string;
  readonly name: string;
}

const MOST_STEPS = 10_000;

/** Who imports a definition under another name, also from modules that pass it on. */
export function renamedUses(
  { file, name }: Pick<Definition, 'file' | 'name'>,
  { facts }: Pick<Workspace, 'facts'>,
  graph: ImportGraph,
): RenamedIn[] {
  const found = new Map<string, RenamedIn>();
  const seen = new Set<string>();
  const waiting = [{ file, name }];
  for (let next = waiting.pop(); next && seen.size < MOST_STEPS; next = waiting.pop()) {
    const { file: from, name: given } = next;
    if (seen.has(`${from}\0${given}`)) continue;
    seen.add(`${from}\0${given}`);
    for (const { from: importer, fact } of graph.importersOf(from))
      for (const taken of fact.names) {
        const local = taken.name === '*' ? given : (taken.alias ?? taken.name);
        if ((taken.name !== given && taken.name !== '*') || local === '_') continue;
        for (const written of taken.name === '*' ? [local] : [given, local])
          if (written !== name) found.set(`${importer}\0${written}`, { file: importer, name: written });
        const isGivenOn = facts
          .get(importer)
          ?.exports.some((one) => one.from === fact.module && (one.name === local || one.name === '*'));
        if (isGivenOn) waiting.push({ file: importer, name: local });
      }
  }
  return [...found.values()];
}
