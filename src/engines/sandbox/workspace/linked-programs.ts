import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { isSecretFile } from '../../../core/path/sensitive-paths.ts';

const KEPT_MS = 30_000;
const MOST_LINKS = 300;
const PACKAGES = `${sep}node_modules${sep}`;

const found = new Map<string, { readonly at: number; readonly places: readonly string[] }>();

/** Where the links in a directory of programs lead: `~/.local/bin/black` is a link to the program's own directory. */
export function linkedPrograms(folder: string, home: string): readonly string[] {
  const known = found.get(folder);
  if (known && performance.now() - known.at < KEPT_MS) return known.places;
  const places = [...new Set(linksIn(folder).flatMap((link) => installationOf(link, home)))];
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

/** A package needs the packages beside it, an installed program what lies around its `bin`; any other is a file of its own. */
function installationOf(link: string, home: string): string[] {
  try {
    const target = realpathSync(link);
    const at = target.lastIndexOf(PACKAGES);
    if (at !== -1) return [target.slice(0, at + PACKAGES.length - 1)];
    const directory = dirname(target);
    const isDeepEnough = directory.split(sep).length > 3;
    const place = basename(directory) === 'bin' && isDeepEnough ? dirname(directory) : directory;
    return [isInside(place, SYSTEM_PROGRAMS) || isInstallation(place, home) ? place : target];
  } catch {
    return [];
  }
}

/** Nobody but the administrator puts things there. */
const SYSTEM_PROGRAMS = ['/opt', '/usr/local'];
const INSTALLED = /^(lib(32|64|exec)?|share|include|packages|pkg|jre|jmods|modules|pyvenv\.cfg|conda-meta)$/i;
const PROJECT =
  /^(package\.json|gemfile|cargo\.toml|pyproject\.toml|setup\.py|go\.mod|composer\.json|pom\.xml|build\.gradle.*|mix\.exs|pubspec\.yaml)$/i;

/** What programs are installed in, and not a project of somebody who has its scripts in the PATH. */
export function isInstallation(place: string, home: string): boolean {
  try {
    const names = readdirSync(place);
    return (
      names.some((name) => INSTALLED.test(name)) &&
      // Version managers are repositories as well; those of a home directory are known by their names.
      !(isInside(place, [home]) && names.includes('.git')) &&
      !names.some((name) => PROJECT.test(name) || isSecretFile(name))
    );
  } catch {
    return false;
  }
}
