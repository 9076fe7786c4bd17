import type { Definition } from '../graph/find-definition.ts';
import { codeLanguageOf } from '../languages.ts';
import type { GraphAnswer, Reference } from '../reader/messages.ts';
import { byPlace, type Place } from '../semantic/places.ts';
import { semanticReferences } from '../semantic/semantic-references.ts';
import type { ServerPool } from '../semantic/server-pool.ts';
import type { OpenTree, Tree } from '../trees.ts';
import { askServer } from './ask-server.ts';
import { candidatesFor, plainNameOf, type SymbolQuery, wantedIn } from './find-symbol.ts';
import { type IndexState, indexDoubts, indexState, reasonOf, type Trust, waitIfSoon } from './freshness.ts';
import { referencesByName } from './references-by-name.ts';
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
const MOST_DEFINITIONS = 20;
const SERVER_MS = 30_000;
/** A call has 55 s: what a server has not answered by then is answered by name. */
const SERVER_BY_MS = 36_000;
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
      ...(isAllRead ? leftOut(open) : indexDoubts(open)),
    ];
    const asGraph = () => finish(open, answer, answer.definitions, { tier: 'graph', doubts });
    if (answer.isKnown && doubts.length === 0) return asGraph();
    const { definitions, isKnown } = answer;
    const leftMs = startedAt + SERVER_BY_MS - performance.now();
    const patienceMs = Math.round(Math.min(SERVER_MS, Math.max(LEAST_SERVER_MS, leftMs)));
    const semantic = await byServer(open, query, {
      ...answer,
      use,
      limit,
      pool,
      patienceMs,
      doubts: guessed,
    });
    if (semantic.answer && (semantic.answer.complete || answer.isGuess || !isKnown)) return semantic.answer;
    doubts.push(...semantic.doubts);
    if (isKnown) return asGraph();
    const named = await referencesByName(open, plainNameOf(query.symbol), limit);
    return finish(open, named, definitions, { ...named, doubts: [...named.doubts, ...semantic.doubts] });
  };

const leftOut = (open: OpenTree): string[] =>
  indexDoubts({ ...open, progress: { ...open.progress, isReady: true } });

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

interface Asked extends Pick<GraphAnswer, 'definitions' | 'references'> {
  /** A use whose definition only types tell. */
  readonly use: Place | undefined;
  readonly limit: number;
  readonly pool: ServerPool;
  readonly patienceMs: number;
  /** What no server can take away. */
  readonly doubts: readonly string[];
}

/** As a language server knows it, which is asked with every file open that holds the name. */
async function byServer(
  open: OpenTree,
  query: SymbolQuery,
  { definitions, references: known, use, limit, pool, patienceMs, doubts }: Asked,
): Promise<{ answer?: ReferencesAnswer; doubts: string[] }> {
  const language = codeLanguageOf(use?.file ?? definitions[0]?.file ?? open.path)?.id;
  const name = plainNameOf(query.symbol);
  const defined = definitions
    .filter(({ file }) => codeLanguageOf(file)?.id === language)
    .slice(0, MOST_DEFINITIONS);
  const at = use ? [use] : defined;
  if (language === undefined || at.length === 0) return { doubts: [] };
  const named = await open.candidates([name]);
  // What goes by another name is in files that do not hold this one.
  const candidates = [...new Set([...named, ...known.map(({ file }) => file)])].filter(
    (file) => codeLanguageOf(file) !== undefined,
  );
  const said = await askServer(open, {
    language,
    pool,
    patienceMs,
    ask: (server, signal) => semanticReferences(server, { at, candidates, signal }),
  });
  if ('doubt' in said) return { doubts: [said.doubt] };
  const { doubts: more } = said.answer;
  // A server may run what the project says: where it points to is a claim.
  const found = said.answer.places.filter(({ file }) => open.isShown(file));
  if (found.length === 0) return { doubts: ['the language server does not know it'] };
  const places = withOwn(found, at);
  const references = await open.ask('lines', { places: places.slice(0, limit) });
  const files = new Set(places.map(({ file }) => file)).size;
  const meant = use ? await definitionsOfUse(open, { use, name, pool }) : definitions;
  const answer = { references, total: places.length, files };
  return {
    answer: finish(open, answer, meant, { tier: 'semantic', doubts: [...doubts, ...more] }),
    doubts: [],
  };
}

/** TypeScript leaves out the declaration of what stands in a function that is called at once, in a script that is no module. */
function withOwn(places: readonly Place[], at: readonly Place[]): Place[] {
  const missing = at.filter(({ file, line }) =>
    places.every((place) => place.file !== file || place.line !== line),
  );
  const own = missing.map(({ file, line, column }) => ({ file, line, column }));
  return [...places, ...own].sort(byPlace);
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
