import { dirname } from 'node:path';
import { gitView } from './git-view.ts';
import { protectedWays } from './protected-ways.ts';
import { findInWorkspace } from './workspace-index.ts';

/** As they were found by the latest look, by the open directories. */
const latest = new Map<string, ReadonlySet<string>>();
const looks = new Map<string, Promise<void>>();
const MOST_KEPT = 50;

/**
 * Looks where the protected names in open directories lead, for `isLedTo`. Any of them may be a link to any place, so all
 * of them have to be known; directories that did not change are not read again.
 */
export function findLedPlaces(roots: readonly string[]): Promise<void> {
  const key = keyOf(roots);
  const going = looks.get(key);
  if (going !== undefined) return going;
  const look = ledPlacesIn(roots)
    .then((places) => {
      if (latest.size >= MOST_KEPT) latest.clear();
      latest.set(key, places);
    })
    .finally(() => looks.delete(key));
  looks.set(key, look);
  return look;
}

/** Whether a path lies where a protected name leads to, or on the way there. */
export function isLedTo(path: string, roots: readonly string[]): boolean {
  const places = latest.get(keyOf(roots));
  if (places === undefined || places.size === 0) return false;
  let at = path;
  while (!places.has(at) && at !== dirname(at)) at = dirname(at);
  return places.has(at);
}

const keyOf = (roots: readonly string[]): string => roots.join('\0');

async function ledPlacesIn(roots: readonly string[]): Promise<ReadonlySet<string>> {
  const finds = await Promise.all(roots.map(findInWorkspace));
  const { repositories } = await gitView(roots, finds);
  const dotGits = repositories.map(({ path }) => path);
  return new Set((await protectedWays(finds, dotGits, roots)).places);
}
