import type { Definition } from '../graph/find-definition.ts';
import type { GraphAnswer, Reference } from '../reader/messages.ts';
import { byPlace, keyOf, type Place } from '../semantic/places.ts';
import type { ServerPool } from '../semantic/server-pool.ts';
import type { OpenTree, Tree } from '../trees.ts';
import { candidatesFor, plainNameOf, type SymbolQuery, wantedIn } from './find-symbol.ts';
import { type IndexState, indexDoubts, indexState, reasonOf, type Trust, waitIfSoon } from './freshness.ts';
import { referencesByName } from './references-by-name.ts';
import { referencesByServer } from './references-by-server.ts';
import { definitionsOfUse, noUse, placeOfUse } from './used-there.ts';

export type { SymbolQuery } from './find-symbol.ts';

export interface ReferencesAnswer extends Trust {
  readonly definitions: readonly Definition[];
  readonly references: readonly Reference[];
  readonly total: number;
  readonly files: number;
  readonly index: IndexState;
}

/** An alias may have an alias; more rounds than this are a game. */
const MOST_ROUNDS = 5;
const SERVER_MS = 20_000;
/** An answer comes within 30 s: what a server has not said by then is answered by name. */
const SERVER_BY_MS = 20_000;
const LEAST_SERVER_MS = 4000;

/** The best answer there is: by the import graph, by a language server, or by name. */
export const createReferences =
  (tree: Tree, pool: ServerPool) =>
  async (query: SymbolQuery, limit: number): Promise<ReferencesAnswer> => {
    const startedAt = performance.now();
    const open = await tree.open(query.path);
    await waitIfSoon(open);
    const { answer, isAllRead } = await byGraph(open, query, limit);
    open.progress = answer.progress;
    const use = answer.isGuess ? await placeOfUse(open, query) : undefined;
    const guessed = answer.isGuess && !use ? [noUse(open, query)] : [];
    const doubts = [
      ...guessed,
      ...(use ? ['which one is meant needs types'] : []),
      ...answer.doubts,
      ...new Set(answer.lost.map(({ doubt }) => doubt)),
      ...(isAllRead ? leftOut(open) : indexDoubts(open)),
    ];
    const asGraph = () => finish(open, answer, answer.definitions, { tier: 'graph', doubts });
    if (answer.isKnown && doubts.length === 0) return asGraph();
    const { definitions, isKnown } = answer;
    const leftMs = startedAt + SERVER_BY_MS - performance.now();
    const patienceMs = Math.round(Math.min(SERVER_MS, Math.max(LEAST_SERVER_MS, leftMs)));
    const name = plainNameOf(query.symbol);
    const said = await referencesByServer(open, { ...answer, name, use, pool, patienceMs });
    const told = { ...said, ...(said.places && { places: joined(said.places, answer.partly) }) };
    const stillOpen = [...guessed, ...told.doubts, ...stillLost(answer, told.places ?? [])];
    const isSure = stillOpen.length === 0;
    if (told.places && (isSure || answer.isGuess || !isKnown || told.places.length > answer.total)) {
      const references = await open.ask('lines', { places: told.places.slice(0, limit) });
      const files = new Set(told.places.map(({ file }) => file)).size;
      const meant = use ? await definitionsOfUse(open, { use, name, pool }) : definitions;
      return finish(open, { references, total: told.places.length, files }, meant, {
        tier: 'semantic',
        doubts: stillOpen,
      });
    }
    doubts.push(...told.doubts);
    if (isKnown) return asGraph();
    const named = await referencesByName(open, { name, limit, also: answer.partly });
    return finish(open, named, definitions, {
      ...named,
      doubts: [...guessed, ...named.doubts, ...told.doubts],
    });
  };

const joined = (some: readonly Place[], others: readonly Place[]): Place[] =>
  [...new Map([...some, ...others].map((place) => [keyOf(place), place])).values()].sort(byPlace);

const leftOut = (open: OpenTree): string[] =>
  indexDoubts({ ...open, progress: { ...open.progress, isReady: true } });

/** Imports from what was not found, of which a server does not say that it is meant there. */
const stillLost = ({ lost }: GraphAnswer, places: readonly Place[]): Set<string> =>
  new Set(
    lost
      .filter(({ file, line }) => !places.some((place) => place.file === file && place.line === line))
      .map(({ doubt }) => doubt),
  );

/** Where not all is read yet, the files that hold one of its names are enough. */
async function byGraph(
  open: OpenTree,
  query: SymbolQuery,
  limit: number,
): Promise<{ answer: GraphAnswer; isAllRead: boolean }> {
  const wanted = wantedIn(open, query);
  const words = new Set([plainNameOf(query.symbol)]);
  for (let round = 1; ; round++) {
    const candidates = await candidatesFor(open, [...words]);
    const answer = await open.ask('references', { wanted, limit, candidates });
    const unknown = answer.names.filter((name) => !words.has(name));
    const isDone = candidates === undefined || unknown.length === 0;
    const isAllRead = candidates === undefined || (isDone && !answer.isNameless);
    if (isDone || round === MOST_ROUNDS) return { answer, isAllRead };
    for (const name of unknown) words.add(name);
    open.progress = answer.progress;
  }
}

function finish(
  open: OpenTree,
  { references, total, files }: Pick<GraphAnswer, 'references' | 'total' | 'files'>,
  definitions: readonly Definition[],
  { tier, doubts }: Pick<Trust, 'tier'> & { readonly doubts: readonly string[] },
): ReferencesAnswer {
  const reason = reasonOf(doubts);
  const named = <T extends { readonly file: string }>(items: readonly T[]): T[] =>
    items.filter(({ file }) => open.isShown(file)).map((item) => ({ ...item, file: open.named(item.file) }));
  return {
    definitions: named(definitions),
    references: named(references),
    total,
    files,
    index: indexState(open),
    tier,
    complete: doubts.length === 0,
    ...(reason !== undefined && { reason }),
  };
}
