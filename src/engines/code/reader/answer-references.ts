import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import { unpackPosition } from '../facts.ts';
import { type Definition, findDefinitions } from '../graph/find-definition.ts';
import { findReferences } from '../graph/find-references.ts';
import type { ImportGraph } from '../graph/import-graph.ts';
import { renamedUses } from '../graph/renamed-uses.ts';
import type { Place } from '../semantic/places.ts';
import { findOccurrences } from '../workspace/occurrences.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { GraphAnswer, ReaderMethods, Reference, References } from './messages.ts';

type Params = ReaderMethods['references']['params'];

/** References by the import graph, for what modules of scripts declare; of others, those under another name. */
export async function answerReferences(
  { wanted, limit }: Params,
  workspace: Workspace,
  graph: ImportGraph,
): Promise<GraphAnswer> {
  const { definitions, isGuess } = findDefinitions(wanted, workspace, graph);
  const known = definitions.filter((one) => isOfModule(one, workspace));
  const isKnown = known.length > 0 && known.length === definitions.length;
  const found = isKnown || !isGuess ? known.map((one) => findReferences(one, workspace, graph)) : [];
  const places = new Map<string, Set<number>>();
  for (const one of found)
    for (const [file, positions] of one.places)
      places.set(file, (places.get(file) ?? new Set()).union(positions));
  return {
    definitions,
    isGuess,
    isKnown,
    partly: isKnown ? [] : [...placesOf(places), ...(await renamedPlaces(definitions, workspace, graph))],
    names: [...new Set(found.flatMap(({ names }) => [...names]))],
    isNameless: found.some((one) => one.isNameless),
    lost: found.flatMap(({ lost }) => lost),
    doubts: [...new Set(found.flatMap(({ doubts }) => doubts))],
    progress: workspace.progress,
    ...withLines(places, workspace, limit),
  };
}

const MOST_DEFINITIONS = 20;

/** Where it is used by a name that an import gave it: the name itself is not written there. */
async function renamedPlaces(
  definitions: readonly Definition[],
  workspace: Workspace,
  graph: ImportGraph,
): Promise<Place[]> {
  const withoutScopes = definitions
    .filter(({ file, container }) => container === undefined && !workspace.facts.get(file)?.uses)
    .slice(0, MOST_DEFINITIONS);
  const found: Place[] = [];
  for (const { file, name } of withoutScopes.flatMap((one) => renamedUses(one, workspace, graph)))
    found.push(...placesOf((await findOccurrences(name, [file], workspace)).places));
  return found;
}

const placesOf = (places: ReadonlyMap<string, Iterable<number>>): Place[] =>
  [...places].flatMap(([file, at]) => [...at].map((packed) => ({ file, ...unpackPosition(packed) })));

const isOfModule = ({ file, name, container }: Definition, { facts }: Workspace): boolean => {
  const { uses } = facts.get(file) ?? {};
  return container === undefined && uses !== undefined && Object.hasOwn(uses.names, name);
};

const LONGEST_LINE = 300;

/** Places in order, as many as are wanted, with the lines they stand in. */
export function withLines(
  places: ReadonlyMap<string, Iterable<number>>,
  { textOf }: Pick<Workspace, 'textOf'>,
  limit: number,
): References {
  const files = [...places].map(([file, at]) => ({ file, at: [...new Set(at)].sort((a, b) => a - b) }));
  const inOrder = files.filter(({ at }) => at.length > 0).sort((a, b) => (a.file < b.file ? -1 : 1));
  const references: References['references'][number][] = [];
  for (const { file, at } of inOrder) {
    if (references.length >= limit) break;
    const lines = textOf(file)?.split('\n') ?? [];
    for (const packed of at.slice(0, limit - references.length)) {
      const { line, column } = unpackPosition(packed);
      references.push({
        file,
        line,
        column,
        context: cutAtWord((lines[line - 1] ?? '').trim(), LONGEST_LINE),
      });
    }
  }
  return { references, total: inOrder.reduce((sum, { at }) => sum + at.length, 0), files: inOrder.length };
}

/** The lines that places stand in, for places that somebody else found. */
export function linesOf(
  places: readonly Omit<Reference, 'context'>[],
  { textOf }: Pick<Workspace, 'textOf'>,
): Reference[] {
  const texts = new Map<string, readonly string[]>();
  return places.map((place) => {
    const lines = texts.get(place.file) ?? textOf(place.file)?.split('\n') ?? [];
    texts.set(place.file, lines);
    return { ...place, context: cutAtWord((lines[place.line - 1] ?? '').trim(), LONGEST_LINE) };
  });
}
