/** The candidate closest to what was written, if one is close enough to be meant. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= limit ? best.candidate : undefined;
}

// A name has dozens of characters; whatever is longer is no misspelling and would only cost time.
const LONGEST = 100;

function editDistance(a: string, b: string): number {
  if (a.length > LONGEST || b.length > LONGEST) return Number.POSITIVE_INFINITY;
  const last = [...a].reduce<number[]>(
    (row, letter, i) => {
      const next = [i + 1];
      for (const [j, other] of [...b].entries()) {
        next.push(
          Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
        );
      }
      return next;
    },
    Array.from({ length: b.length + 1 }, (_, j) => j),
  );
  return last.at(-1) ?? 0;
}
