import { type BigIntStats, statSync } from 'node:fs';
import type { Directory } from '../open/directory.ts';
import { type EntryName, readNames, sortKey } from '../open/entry-name.ts';

interface Kept {
  readonly names: readonly EntryName[];
  readonly at: number;
}

/** A directory with fewer names is read again as fast as it is looked up. */
const WORTH_KEEPING = 500;
const MOST_NAMES = 200_000;
const MOST_KEPT = 8;
const KEPT_MS = 10_000;
/** Times of a file system tick; what changes in the same tick as we read does not show. */
const TICK_MS = 100;

const kept = new Map<string, Kept>();

/** The names in a directory in order. Those of a long one are kept while it does not change: pages follow each other. */
export function sortedNames(directory: Directory): readonly EntryName[] {
  const path = directory.at('.');
  const stats = statSync(path, { bigint: true });
  const key = `${stats.dev}:${stats.ino}:${stats.mtimeNs}:${stats.ctimeNs}`;
  const found = kept.get(key);
  if (found && Date.now() - found.at < KEPT_MS) return found.names;
  const names = inOrder(readNames(path));
  if (names.length >= WORTH_KEEPING && names.length <= MOST_NAMES && isSettled(stats)) keep(key, names);
  return names;
}

/** Strings are compared without our help, which is much faster. */
const inOrder = (names: EntryName[]): readonly EntryName[] =>
  names.every((name) => typeof name === 'string')
    ? names.sort()
    : names.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));

const isSettled = ({ mtimeMs, ctimeMs }: BigIntStats): boolean =>
  Date.now() - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs) > TICK_MS;

function keep(key: string, names: readonly EntryName[]): void {
  kept.delete(key);
  kept.set(key, { names, at: Date.now() });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
