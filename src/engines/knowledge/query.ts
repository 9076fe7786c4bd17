import { relative } from 'node:path';
import type { Candidate, Candidates } from '../../core/knowledge/vector-store.ts';
import { parseWhere } from '../../core/knowledge/where.ts';
import { queryWords } from '../../core/knowledge/words.ts';
import { isInside } from '../../core/path/paths.ts';
import { knownCollection } from './collections.ts';
import { asHandedOver, reachOf } from './given.ts';
import type { Owner, Shared } from './knowledge.ts';
import { type Ranked, rank, type Signals } from './rank/rank.ts';

type Data = Record<string, unknown>;

export interface QueryOptions {
  readonly topK: number;
  readonly filter: Readonly<Data> | undefined;
}

export interface Result {
  readonly id: string;
  readonly content: string;
  readonly metadata: Readonly<Data>;
  readonly relevanceScore: number;
  readonly signals: Signals;
  readonly path: string | undefined;
  readonly startLine: number;
  readonly endLine: number;
  /** Other places of the same document that fit. */
  readonly alsoAt: readonly { readonly startLine: number; readonly endLine: number }[];
}

export interface Answered {
  readonly results: readonly Result[];
  readonly totalFound: number;
  readonly mode: 'hybrid' | 'lexical';
  readonly vectors: { readonly done: number; readonly total: number };
  /** What to know about the answer: vectors that are missing, an embedder that does not answer. */
  readonly notes: readonly string[];
}

/** Of each kind, words and vectors: enough that the right one is among them, few enough to be quick. */
const CANDIDATES = 100;
const MOST_PLACES = 3;
/** An answer by words is better than none: the embedder gets this long, and the answer says if it was too short. */
const EMBED_MS = 6000;

/** Searches by words and by meaning at once, and says what it could not use. */
export async function query(
  shared: Shared,
  owner: Owner,
  collection: string,
  text: string,
  { topK, filter }: QueryOptions,
): Promise<Answered> {
  const { store, embedder, filling } = shared;
  const { caller, denied, signal } = owner;
  const where = filter && parseWhere(filter);
  const facts = await knownCollection(shared, owner, collection);
  const notes: string[] = [];
  const patience = AbortSignal.any([signal, AbortSignal.timeout(EMBED_MS)]);
  const vector = await soon(embedder.embed([text], 'query', patience), patience).then(
    ([made]) => made,
    (error: unknown) => {
      signal.throwIfAborted();
      notes.push(`Ranked by words alone: the embedder ${embedder.id} failed (${wordsOf(error)})`);
      return undefined;
    },
  );
  const request = { words: queryWords(text), vector, where, roots: reachOf(caller) };
  const found = await store.search(collection, { ...request, limit: Math.max(CANDIDATES, topK * 2) }, signal);
  const visible = found.found
    .map(asHandedOver)
    .filter(({ path }) => path === undefined || !denied?.includes(path));
  const ranked = rank(text, visible);
  if (filling.failure !== undefined && found.vectors < found.chunks)
    notes.push(`Vectors are not being made: ${filling.failure}`);
  return {
    results: ranked.slice(0, topK).map((one) => resultOf(one, caller.cwd)),
    totalFound: ranked.length,
    mode: visible.some(({ dense }) => dense !== undefined) ? 'hybrid' : 'lexical',
    vectors: { done: found.vectors, total: found.chunks },
    notes: [...notes, ...noteOn(found, facts.chunks)],
  };
}

const noteOn = ({ vectors, chunks }: Candidates, all: number): string[] => {
  if (all === 0) return ['The collection is empty'];
  return vectors < chunks
    ? [`${vectors} of ${chunks} chunks have vectors yet; the others are found by their words`]
    : [];
};

function resultOf({ best, others, score, signals }: Ranked, cwd: string | undefined): Result {
  const { id, text, metadata, startLine, endLine } = best;
  return {
    id,
    content: text,
    metadata,
    relevanceScore: rounded(score),
    signals: {
      lexical: rounded(signals.lexical),
      // Vectors are kept in 8 bits, which can make the same text a little more than the same.
      vector: signals.vector === undefined ? undefined : Math.min(1, rounded(signals.vector)),
      path: rounded(signals.path),
      definition: rounded(signals.definition),
    },
    path: shownPath(best, cwd),
    startLine,
    endLine,
    alsoAt: others
      .slice(0, MOST_PLACES)
      .map((other) => ({ startLine: other.startLine, endLine: other.endLine })),
  };
}

/** The shortest path that the same caller can hand to another tool. */
const shownPath = ({ path }: Candidate, cwd: string | undefined): string | undefined =>
  path !== undefined && cwd !== undefined && isInside(path, [cwd]) ? relative(cwd, path) : path;

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** A service may not notice that nobody waits any more. */
function soon<T>(work: Promise<T>, patience: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(patience.reason);
  patience.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, promise]).finally(() => patience.removeEventListener('abort', onAbort));
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
