import type { Definition } from '../graph/find-definition.ts';
import { codeLanguageOf } from '../languages.ts';
import type { GraphAnswer, Reference } from '../reader/messages.ts';
import type { Place } from '../semantic/places.ts';
import { semanticReferences } from '../semantic/semantic-references.ts';
import type { ServerPool } from '../semantic/server-pool.ts';
import type { OpenTree, Tree } from '../trees.ts';
import { askServer } from './ask-server.ts';
import { candidatesFor, plainNameOf, type SymbolQuery, wantedIn } from './find-symbol.ts';
import { type IndexState, indexDoubts, indexState, reasonOf, type Trust } from './freshness.ts';
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

const WAIT_MS = 300;
/** An alias may have an alias; more rounds than this are a game. */
const MOST_ROUNDS = 5;
const MOST_DEFINITIONS = 20;
const SERVER_MS = 30_000;

/** The best answer there is: by the import graph, by a language server, or by name. */
export const createReferences =
  (tree: Tree, pool: ServerPool) =>
  async (query: SymbolQuery, limit: number): Promise<ReferencesAnswer> => {
    const open = await tree.open(query.path);
    await open.wait(WAIT_MS);
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
    const semantic = await byServer(open, query, { ...answer, use, limit, pool, doubts: guessed });
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
  /** What no server can take away. */
  readonly doubts: readonly string[];
}

/** As a language server knows it, which is asked with every file open that holds the name. */
async function byServer(
  open: OpenTree,
  query: SymbolQuery,
  { definitions, references: known, use, limit, pool, doubts }: Asked,
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
    patienceMs: SERVER_MS,
    ask: (server, signal) => semanticReferences(server, { at, candidates, signal }),
  });
  if ('doubt' in said) return { doubts: [said.doubt] };
  const { doubts: found } = said.answer;
  // A server may run what the project says: where it points to is a claim.
  const places = said.answer.places.filter(({ file }) => open.isShown(file));
  if (use && places.length === 0) return { doubts: ['the language server does not know it'] };
  const references = await open.ask('lines', { places: places.slice(0, limit) });
  const files = new Set(places.map(({ file }) => file)).size;
  const meant = use ? await definitionsOfUse(open, { use, name, pool }) : definitions;
  const answer = { references, total: places.length, files };
  return {
    answer: finish(open, answer, meant, { tier: 'semantic', doubts: [...doubts, ...found] }),
    doubts: [],
  };
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
