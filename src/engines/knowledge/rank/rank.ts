import type { Candidate, DocumentKind } from '../../../core/knowledge/vector-store.ts';
import { queryWords } from '../../../core/knowledge/words.ts';
import { pathWeight } from './path-weight.ts';
import { kindOfQuery, namesIn, type QueryKind } from './query-kind.ts';

/** What speaks for a document, each part for itself. */
export interface Signals {
  readonly lexical: number;
  readonly vector: number | undefined;
  readonly path: number;
  readonly definition: number;
}

export interface Ranked {
  /** The piece that fits best. */
  readonly best: Candidate;
  /** Others of the same document, best first. */
  readonly others: readonly Candidate[];
  readonly score: number;
  readonly signals: Signals;
}

/** How much words count beside a cosine, which depends on what is asked and of what. */
const WORDS_WEIGHT: Readonly<Record<QueryKind, Record<Place, number>>> = {
  words: { prose: 0.4, code: 0.05, file: 0.5 },
  symbol: { prose: 0.6, code: 0.6, file: 1 },
};
/** A best score by words below this is a weak one, and does not count as a full one. */
const GOOD_LEXICAL = 20;
const PATH_GAIN = 0.25;
const NAME_GAIN = 0.5;
const WORDS_GAIN = 0.2;

/** Code that was handed over has no path, and its words say less of it than those of a file. */
type Place = DocumentKind | 'file';

/** Documents in the order in which they answer the query, each once. */
export function rank(query: string, found: readonly Candidate[]): Ranked[] {
  const words = new Set(queryWords(query).map(stem));
  const names = new Set(namesIn(query));
  const kind = kindOfQuery(query);
  const loose = found.filter(({ path }) => path === undefined);
  const isCode = loose.filter((candidate) => candidate.kind === 'code').length * 2 > loose.length;
  const { most, low, typical } = scalesOf(found);
  const scored = found.map((candidate): Scored => {
    const { path, dense, definitions } = candidate;
    const place =
      path === undefined ? (isCode ? 'code' : 'prose') : candidate.kind === 'code' ? 'file' : 'prose';
    const lexical = candidate.lexical / most;
    const definition =
      path !== undefined || kind === 'symbol' ? definitionSignal(definitions, words, names) : 0;
    const score = (dense ?? typical) - low + WORDS_WEIGHT[kind][place] * lexical + definition;
    return { candidate, score, signals: { lexical, vector: dense, definition } };
  });
  return byDocument(scored)
    .map((pieces) => documentOf(pieces, query, words, low))
    .sort((a, b) => b.score - a.score || (a.best.id < b.best.id ? -1 : 1));
}

function scalesOf(found: readonly Candidate[]) {
  const cosines = found.flatMap(({ dense }) => (dense === undefined ? [] : [dense])).sort((a, b) => a - b);
  return {
    most: found.reduce((peak, { lexical }) => Math.max(peak, lexical), GOOD_LEXICAL),
    low: cosines[0] ?? 0,
    // What has no vector yet is taken for neither near nor far.
    typical: cosines[Math.floor(cosines.length / 2)] ?? 0,
  };
}

interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
  readonly signals: Omit<Signals, 'path'>;
}

const byDocument = (scored: readonly Scored[]): Scored[][] =>
  [...Map.groupBy(scored, ({ candidate }) => candidate.id).values()].map((pieces) =>
    pieces.sort((a, b) => b.score - a.score),
  );

function documentOf(
  pieces: readonly Scored[],
  query: string,
  words: ReadonlySet<string>,
  low: number,
): Ranked {
  const [first, ...rest] = pieces;
  if (!first) throw new Error('A document without a piece');
  const { candidate: best, signals } = first;
  const { path } = best;
  // A file that speaks of it in many places is more likely about it.
  const total = pieces.reduce((sum, { score }, index) => sum + score / (index + 1), 0);
  const isFile = path !== undefined;
  const sum = isFile ? total : first.score;
  const pathSignal = isFile ? pathMatch(path, words) : 0;
  const score = low + (sum + PATH_GAIN * pathSignal) * (isFile ? pathWeight(path, query) : 1);
  return {
    best,
    others: rest.map(({ candidate }) => candidate),
    score,
    signals: { ...signals, path: pathSignal },
  };
}

/** The share of a file's own name, and of the query, that the two have in common. */
function pathMatch(path: string, words: ReadonlySet<string>): number {
  const [file = '', folder = ''] = path.split('/').reverse();
  const own = queryWords(file.replace(/\.\w+$/, '')).map(stem);
  const around = queryWords(folder).map(stem);
  if (own.length === 0) return 0;
  const hits = own.filter((word) => words.has(word)).length / own.length;
  const near = around.some((word) => words.has(word)) ? 0.3 : 0;
  return Math.min(1, hits + near);
}

function definitionSignal(
  definitions: readonly string[],
  words: ReadonlySet<string>,
  names: ReadonlySet<string>,
): number {
  if (definitions.some((name) => names.has(name) && /[A-Z_]|.{8}/.test(name.slice(1)))) return NAME_GAIN;
  const best = definitions.reduce((most, name) => {
    const parts = [...new Set(queryWords(name).map(stem))];
    const hits = parts.filter((part) => words.has(part)).length;
    return Math.max(most, parts.length > 1 && hits > 1 ? hits / parts.length : 0);
  }, 0);
  return WORDS_GAIN * best;
}

/** Enough of a stem to see that "parsing" is about "parser". */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ations?|ings?|ers?|ors?|ed|es|s|e)$/, '') : word;
