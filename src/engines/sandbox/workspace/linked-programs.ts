import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

const KEPT_MS = 30_000;
const MOST_LINKS = 300;
const PACKAGES = `${sep}node_modules${sep}`;

const found = new Map<string, { readonly at: number; readonly places: readonly string[] }>();

/** Where the links in a directory of programs lead: `~/.local/bin/black` is a link to the program's own directory. */
export function linkedPrograms(folder: string): readonly string[] {
  const known = found.get(folder);
  if (known && performance.now() - known.at < KEPT_MS) return known.places;
  const places = [...new Set(linksIn(folder).flatMap((link) => installationOf(link)))];
  found.set(folder, { at: performance.now(), places });
  return places;
}

function linksIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .slice(0, MOST_LINKS)
      .map(({ name }) => join(folder, name));
  } catch {
    // Many a PATH names directories that are not there.
    return [];
  }
}

/** A package needs the packages beside it; any other program what lies around its `bin`. */
function installationOf(link: string): string[] {
  try {
    const target = realpathSync(link);
    const at = target.lastIndexOf(PACKAGES);
    if (at !== -1) return [target.slice(0, at + PACKAGES.length - 1)];
    const directory = dirname(target);
    const isDeepEnough = directory.split(sep).length > 3;
    return [basename(directory) === 'bin' && isDeepEnough ? dirname(directory) : directory];
  } catch {
    return [];
  }
}
