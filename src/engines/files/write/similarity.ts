/** How like a line is to another one. */
export interface Similarity {
  /** From 0 to 1; white space at the ends does not count. */
  of(other: string): number;
  /** No line of this length can be more like it: for most lines that is enough to know. */
  most(length: number): number;
}

const MOST_COMPARED = 300;

/** Counts the pairs of neighbouring letters that two lines share. */
export function similarityTo(line: string): Similarity {
  const text = compared(line);
  const counts = countPairs(text);
  const own = Math.max(0, text.length - 1);
  return {
    of: (other) => {
      const theirs = compared(other);
      const their = Math.max(0, theirs.length - 1);
      if (own === 0 || their === 0) return line.trim() === other.trim() ? 1 : 0;
      return (2 * sharedPairs(counts, theirs)) / (own + their);
    },
    most: (length) => {
      const their = Math.max(0, Math.min(length, MOST_COMPARED) - 1);
      return their >= own ? 1 : (2 * their) / (own + their);
    },
  };
}

const compared = (line: string): string => line.trim().slice(0, MOST_COMPARED);

interface PairCount {
  /** How often the pair occurs in the first line. */
  readonly own: number;
  /** How many of them the other line has used up. */
  used: number;
}

const pairAt = (text: string, at: number): number => text.charCodeAt(at - 1) * 65_536 + text.charCodeAt(at);

function countPairs(text: string): ReadonlyMap<number, PairCount> {
  const counts = new Map<number, PairCount>();
  for (let at = 1; at < text.length; at++) {
    const pair = pairAt(text, at);
    counts.set(pair, { own: (counts.get(pair)?.own ?? 0) + 1, used: 0 });
  }
  return counts;
}

/** Without a map of its own for each line: a file can have millions. */
function sharedPairs(counts: ReadonlyMap<number, PairCount>, text: string): number {
  const shared: PairCount[] = [];
  for (let at = 1; at < text.length; at++) {
    const count = counts.get(pairAt(text, at));
    if (!count || count.used === count.own) continue;
    count.used++;
    shared.push(count);
  }
  for (const count of shared) count.used = 0;
  return shared.length;
}
