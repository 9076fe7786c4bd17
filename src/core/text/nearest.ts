/** The candidate closest to what was written, if one is close enough to be meant. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const same = candidates.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
  return (
    same ?? withAllWords(word, candidates) ?? leastChanged(word, candidates) ?? withLastWord(word, candidates)
  );
}

/** `git_status` is `get_git_status`, whatever has fewer letters to change. */
function withAllWords(word: string, candidates: readonly string[]): string | undefined {
  const words = word.toLowerCase().split('_');
  if (words.length < 2 || candidates.includes(word)) return undefined;
  return candidates.find((candidate) => {
    const theirs = candidate.toLowerCase().split('_');
    return words.every((one) => theirs.includes(one));
  });
}

/** `id` is `stepId`. */
function withLastWord(word: string, candidates: readonly string[]): string | undefined {
  const last = word.charAt(0).toUpperCase() + word.slice(1);
  return last === word ? undefined : candidates.find((candidate) => candidate.endsWith(last));
}

function leastChanged(word: string, candidates: readonly string[]): string | undefined {
  // Of two letters nothing is left when both are changed.
  const limit = Math.max(Math.min(2, word.length - 1), Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= limit ? best.candidate : undefined;
}

// A name has dozens of characters; whatever is longer is no misspelling and would only cost time.
const LONGEST = 100;

/** Counts changed, missing and added letters; two that changed places count as one. */
function editDistance(a: string, b: string): number {
  if (a.length > LONGEST || b.length > LONGEST) return Number.POSITIVE_INFINITY;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, left: number): number =>
        (up === 0 ? row : rows[i - up])?.[j - left] ?? Number.POSITIVE_INFINITY;
      const changed = at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(2, 2) + 1 : changed;
      row.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, changed, swapped));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

/** `, did you mean "x"?` where there is something close, a full stop where not. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const guess = nearest(word, candidates);
  return guess === undefined ? '.' : `, did you mean "${guess}"?`;
}
