import { dirname } from 'node:path';
import type { PathAccess } from '../../../core/call/touch.ts';
import { isInside } from '../../../core/path/paths.ts';
import { isProtected } from '../../../core/path/sensitive-paths.ts';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { isThere } from '../../files/open/disk-names.ts';
import { gitView } from './git-view.ts';
import { wayOf } from './led-to.ts';
import { protectedWays } from './protected-ways.ts';
import { findInWorkspace } from './workspace-index.ts';

interface LedPlaces {
  readonly places: ReadonlySet<string>;
  /** Protected names that are links, or lie behind one. */
  readonly links: readonly string[];
  /** Directories around them that are not there: a link in the place of one would lead to another file. */
  readonly missing: ReadonlySet<string>;
  /** Links whose names make settings of what they lead to, by what that is. */
  readonly named: ReadonlyMap<string, readonly string[]>;
}

/** As they were found by the latest look, by the open directories. */
const latest = new Map<string, LedPlaces>();
const looks = new Map<string, Promise<void>>();
const MOST_KEPT = 50;

/**
 * Looks where the protected names in open directories lead, for `whatLeadsTo`. Any of them may be a link to any place, so all
 * of them have to be known; directories that did not change are not read again.
 */
export function findLedPlaces(roots: readonly string[]): Promise<void> {
  const key = keyOf(roots);
  const going = looks.get(key);
  if (going !== undefined) return going;
  const look = ledPlacesIn(roots)
    .then((found) => {
      if (latest.size >= MOST_KEPT) latest.clear();
      latest.set(key, found);
    })
    .finally(() => looks.delete(key));
  looks.set(key, look);
  return look;
}

/** Says why a path is protected that lies where a protected name leads to, or on the way there. */
export function whatLeadsTo(path: string, roots: readonly string[], access: PathAccess): string | undefined {
  const { places, missing, links, named } = latest.get(keyOf(roots)) ?? {};
  if (places === undefined || named === undefined) return undefined;
  const setting = named.size === 0 ? undefined : settingAt(path, named);
  if (setting !== undefined) return `it is ${setting}`;
  if (places.size === 0) return undefined;
  // A missing directory may be made, not replaced by a link.
  if (access === 'write' && missing?.has(path)) return whyOf(path, roots, links);
  let at = path;
  while (!places.has(at) && at !== dirname(at)) at = dirname(at);
  return places.has(at) ? whyOf(at, roots, links) : undefined;
}

function whyOf(place: string, roots: readonly string[], links: readonly string[] = []): string {
  if (isInside(roots[0] ?? place, [place])) return 'there are more protected links than can be followed';
  const link = links.find((name) => wayOf(name).some((step) => isInside(step, [place])));
  return link === undefined ? 'the configuration of git names it' : `${link} leads there`;
}

/** What a path is called by a link to a directory around it, where that is a protected name. */
function settingAt(path: string, named: LedPlaces['named']): string | undefined {
  let at = path;
  while (at !== dirname(at)) {
    const names = named.get(at)?.map((link) => link + path.slice(at.length));
    const setting = names?.find(isProtected);
    if (setting !== undefined) return setting;
    at = dirname(at);
  }
  return undefined;
}

const keyOf = (roots: readonly string[]): string => roots.join('\0');

async function ledPlacesIn(roots: readonly string[]): Promise<LedPlaces> {
  const finds = await Promise.all(roots.map((root) => findInWorkspace(root)));
  const { repositories } = await gitView(roots, finds);
  const dotGits = repositories.map(({ path }) => path);
  const { places, links } = await protectedWays(finds, dotGits, roots);
  const missing = await inTurns(places, (place) => missingAround(place, roots));
  const settingLinks = finds.flatMap((found) => found.settingLinks);
  const named = await inTurns(settingLinks, (link) => [{ link, place: wayOf(link).at(-1) ?? link }]);
  const byPlace = Map.groupBy(named, ({ place }) => place);
  return {
    places: new Set(places),
    links,
    missing: new Set(missing),
    named: new Map([...byPlace].map(([place, of]) => [place, of.map(({ link }) => link)])),
  };
}

function missingAround(place: string, roots: readonly string[]): string[] {
  const parent = dirname(place);
  const isMissing = parent !== place && isInside(parent, roots) && !isThere(parent);
  return isMissing ? [parent, ...missingAround(parent, roots)] : [];
}
