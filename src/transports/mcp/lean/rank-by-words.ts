import type { CatalogEntry } from '../../../core/tool/registry.ts';
import { askedOf, ownClauses } from './tool-texts.ts';
import { wordsOf } from './words.ts';

interface Indexed {
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
}

const FIELDS = { name: 3, title: 3, description: 1, asked: 1, parameters: 0.4 };
/** Of BM25: how soon a repeated word counts no more, and how much a long text counts against a tool. */
const K = 1.2;
const B = 0.4;

const known = new WeakMap<CatalogEntry, Indexed>();

/** How well the words of each tool fit a query: BM25, from 0 to 1 for the best. In the order of `entries`. */
export function scoreByWords(entries: readonly CatalogEntry[], query: string): number[] {
  const tools = entries.map(indexed);
  const average = tools.reduce((sum, { length }) => sum + length, 0) / Math.max(1, tools.length);
  const wanted = [...new Set(wordsOf(query))].map((word) => {
    const holders = tools.filter(({ weights }) => weights.has(word)).length;
    return { word, rarity: Math.log(1 + (tools.length - holders + 0.5) / (holders + 0.5)) };
  });
  const scores = tools.map(({ weights, length }) =>
    wanted.reduce((score, { word, rarity }) => {
      const weight = weights.get(word);
      if (weight === undefined) return score;
      return score + (rarity * weight * (K + 1)) / (weight + K * (1 - B + (B * length) / average));
    }, 0),
  );
  const best = Math.max(...scores, Number.MIN_VALUE);
  return scores.map((score) => score / best);
}

/** The tools that share a word with a query, best first. */
export function rankByWords(entries: readonly CatalogEntry[], query: string): CatalogEntry[] {
  const scores = scoreByWords(entries, query);
  return entries
    .map((entry, at) => ({ entry, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function indexed(entry: CatalogEntry): Indexed {
  const before = known.get(entry);
  if (before) return before;
  const weights = new Map<string, number>();
  const fields: Record<keyof typeof FIELDS, string> = {
    name: entry.name,
    title: entry.title,
    description: ownClauses(entry.description),
    asked: askedOf(entry).join(' '),
    parameters: Object.keys(entry.inputSchema.properties ?? {}).join(' '),
  };
  let length = 0;
  for (const [field, text] of Object.entries(fields)) {
    const weight = FIELDS[field as keyof typeof FIELDS]; // Sound: both have the same keys.
    for (const word of wordsOf(text)) {
      weights.set(word, (weights.get(word) ?? 0) + weight);
      length += weight;
    }
  }
  const made = { weights, length };
  known.set(entry, made);
  return made;
}
