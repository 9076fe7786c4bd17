import { identifierParts } from '../../../core/knowledge/words.ts';

interface Worded {
  readonly title: string;
  readonly definitions: readonly string[];
  readonly text: string;
}

const [K1, B] = [1.2, 0.75];
const TITLE_WEIGHT = 2;

/** BM25 among these texts alone, for stores that do not rank by words: how rare a word is, is told by them. */
export function scoreWords(words: readonly string[], texts: readonly Worded[]): number[] {
  const wanted = [...new Set(words.map(stem))];
  const counted = texts.map(({ title, definitions, text }) => {
    const head = tokensOf(`${title} ${definitions.join(' ')}`);
    const body = tokensOf(`${text} ${identifierParts(text)}`);
    const counts = new Map<string, number>();
    for (const token of head) counts.set(token, (counts.get(token) ?? 0) + TITLE_WEIGHT);
    for (const token of body) counts.set(token, (counts.get(token) ?? 0) + 1);
    return { counts, length: head.length + body.length };
  });
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / (counted.length || 1) || 1;
  const rarity = new Map(
    wanted.map((word) => {
      const holders = counted.filter(({ counts }) => counts.has(word)).length;
      return [word, Math.log(1 + (counted.length - holders + 0.5) / (holders + 0.5))];
    }),
  );
  return counted.map(({ counts, length }) =>
    wanted.reduce((sum, word) => {
      const count = counts.get(word) ?? 0;
      return (
        sum + ((rarity.get(word) ?? 0) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean))
      );
    }, 0),
  );
}

const tokensOf = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);

const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word);
