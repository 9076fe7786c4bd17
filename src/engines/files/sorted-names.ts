import { type BigIntStats, readdirSync, statSync } from 'node:fs';
import type { Directory } from './directory.ts';

interface Kept {
  readonly names: readonly string[];
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
export function sortedNames(directory: Directory): readonly string[] {
  const path = directory.at('.');
  const stats = statSync(path, { bigint: true });
  const key = `${stats.dev}:${stats.ino}:${stats.mtimeNs}:${stats.ctimeNs}`;
  const found = kept.get(key);
  if (found && Date.now() - found.at < KEPT_MS) return found.names;
  const names = readdirSync(path).sort();
  if (names.length >= WORTH_KEEPING && names.length <= MOST_NAMES && isSettled(stats)) keep(key, names);
  return names;
}

const isSettled = ({ mtimeMs, ctimeMs }: BigIntStats): boolean =>
  Date.now() - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs) > TICK_MS;

function keep(key: string, names: readonly string[]): void {
  kept.delete(key);
  kept.set(key, { names, at: Date.now() });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
