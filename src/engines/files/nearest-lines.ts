interface NearestLines {
  /** The lines with their numbers. */
  readonly shown: string;
  /** What is different, where that can be said in a word. */
  readonly difference: string;
}

const MOST_LINES = 50_000;
const MOST_SHOWN = 15;
const SIMILAR = 0.45;

/** The place in a text that is most like what was looked for; undefined if none is like it. */
export function nearestLines(text: string, wanted: string): NearestLines | undefined {
  const lines = text.split('\n', MOST_LINES);
  const wantedLines = trimBlank(wanted.split('\n'));
  const anchor = longestOf(wantedLines);
  const likeAnchor = similarityTo(wantedLines[anchor] ?? '');
  const candidates = lines
    .map((line, index) => ({ start: Math.max(0, index - anchor), score: likeAnchor(line) }))
    .filter(({ score }) => score >= SIMILAR)
    .sort((a, b) => b.score - a.score)
    .slice(0, 8);
  const likes = wantedLines.map(similarityTo);
  const [best] = candidates
    .map(({ start }) => ({ start, score: average(likes.map((like, i) => like(lines[start + i] ?? ''))) }))
    .sort((a, b) => b.score - a.score || a.start - b.start);
  if (!best || best.score < SIMILAR) return undefined;
  const found = lines.slice(best.start, best.start + wantedLines.length);
  return {
    shown: found
      .slice(0, MOST_SHOWN)
      .map((line, i) => `${best.start + i + 1}: ${line}`)
      .join('\n'),
    difference: squeezed(found) === squeezed(wantedLines) ? '; it differs in white space only' : '',
  };
}

const squeezed = (lines: readonly string[]): string => lines.join(' ').replace(/\s+/g, ' ').trim();

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? lines : lines.slice(first, last + 1);
}

const longestOf = (lines: readonly string[]): number =>
  lines.reduce((best, line, i) => (line.trim().length > (lines[best] ?? '').trim().length ? i : best), 0);

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** How many pairs of neighbouring letters two lines share, from 0 to 1; white space at the ends does not count. */
function similarityTo(line: string): (other: string) => number {
  const own = pairsOf(line);
  const ownCount = total(own);
  return (other) => {
    const theirs = pairsOf(other);
    const theirCount = total(theirs);
    if (ownCount === 0 || theirCount === 0) return line.trim() === other.trim() ? 1 : 0;
    let shared = 0;
    for (const [pair, count] of theirs) shared += Math.min(count, own.get(pair) ?? 0);
    return (2 * shared) / (ownCount + theirCount);
  };
}

const MOST_COMPARED = 300;

function pairsOf(line: string): Map<number, number> {
  const text = line.trim().slice(0, MOST_COMPARED);
  const pairs = new Map<number, number>();
  for (let at = 1; at < text.length; at++) {
    const pair = text.charCodeAt(at - 1) * 65_536 + text.charCodeAt(at);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

const total = (pairs: ReadonlyMap<number, number>): number => {
  let sum = 0;
  for (const count of pairs.values()) sum += count;
  return sum;
};
