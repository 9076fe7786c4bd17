import type { CatalogEntry } from '../../../core/registry.ts';
import { inOurWords, synonymsOf } from './synonyms.ts';
import { wordsOf } from './words.ts';

interface Indexed {
  readonly entry: CatalogEntry;
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
}

const FIELDS = { name: 3, title: 3, description: 1, parameters: 0.4 };
const SYNONYM = 0.5;
/** Of BM25: how soon a repeated word counts no more, and how much a long text counts against a tool. */
const K = 1.2;
const B = 0.4;
/** Families whose tools do to another place what plain ones do here; meant only where the place is named. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  remote: wordsOf('remote'),
  rag: wordsOf('knowledge documents collection'),
  workflows: wordsOf('workflow action webhook step execution template run'),
};
const NOT_NAMED = 0.5;
const CORE = 1.1;

/** Ranks tools by what somebody wants to do, best first: BM25 over names, titles, descriptions and parameters. */
export function createToolSearch(entries: readonly CatalogEntry[]): (query: string) => CatalogEntry[] {
  const tools = entries.map(indexed);
  const average = tools.reduce((sum, { length }) => sum + length, 0) / Math.max(1, tools.length);
  const holders = new Map<string, number>();
  for (const { weights } of tools) {
    for (const word of weights.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const rarity = (word: string): number => {
    const count = holders.get(word) ?? 0;
    return Math.log(1 + (tools.length - count + 0.5) / (count + 0.5));
  };
  return (query) => {
    const wanted = meant(query);
    const scoreOf = ({ entry, weights, length }: Indexed): number => {
      let score = 0;
      for (const [word, share] of wanted) {
        const weight = weights.get(word);
        if (weight === undefined) continue;
        score += (share * rarity(word) * weight * (K + 1)) / (weight + K * (1 - B + (B * length) / average));
      }
      const place = ELSEWHERE[entry.pack];
      if (place && !place.some((word) => wanted.has(word))) score *= NOT_NAMED;
      return entry.isCore ? score * CORE : score;
    };
    return tools
      .map((tool) => ({ entry: tool.entry, score: scoreOf(tool) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry);
  };
}

/** The words of a query and, for less, our words for them. */
function meant(query: string): Map<string, number> {
  const words = wordsOf(inOurWords(query));
  const wanted = new Map<string, number>();
  for (const word of words) {
    for (const other of synonymsOf(word)) wanted.set(other, Math.max(wanted.get(other) ?? 0, SYNONYM));
  }
  for (const word of words) wanted.set(word, 1);
  return wanted;
}

function indexed(entry: CatalogEntry): Indexed {
  const weights = new Map<string, number>();
  const fields = {
    name: entry.name,
    title: entry.title,
    description: ownClauses(entry.description),
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
  return { entry, weights, length };
}

/** Without what it says of other tools, which would be found by the words for those. */
const ownClauses = (description: string): string =>
  description
    .split(/(?<=[.;:]) /)
    .filter((clause) => !/^\w+_\w+ |\b(use|with) \w+_\w+/i.test(clause))
    .join(' ')
    .replace(/\b\w+_\w+\b/g, '');
