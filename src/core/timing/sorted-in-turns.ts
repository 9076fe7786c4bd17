import { inSharedTurns } from './shared-turns.ts';

/** So many are sorted in one go. */
const RUN = 500;

/** As `toSorted` does it, with pauses: how many there are, and how long it takes to compare two, is for others to say. */
export async function sortedInTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  if (items.length <= RUN) return items.toSorted(compare);
  const runs: T[][] = [];
  await inSharedTurns(sorting(items, compare, runs));
  return runs[0] ?? [];
}

/** Ends with one run, which has all of them. */
function* sorting<T>(items: readonly T[], compare: (a: T, b: T) => number, runs: T[][]): Generator<void> {
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1)
    for (const [left = [], right = []] of pairsOf(runs.splice(0))) {
      const merged: T[] = [];
      yield* merging(left, right, compare, merged);
      runs.push(merged);
    }
}

const pairsOf = <T>(items: readonly T[]): T[][] =>
  items.flatMap((_, at) => (at % 2 === 0 ? [items.slice(at, at + 2)] : []));

function* merging<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  into: T[],
): Generator<void> {
  for (let [l, r] = [0, 0]; l < left.length || r < right.length; ) {
    if (into.length % RUN === 0) yield;
    // Both indexes are in range where they are read.
    const isLeft = r === right.length || (l < left.length && compare(left[l] as T, right[r] as T) <= 0);
    into.push((isLeft ? left[l++] : right[r++]) as T);
  }
}
