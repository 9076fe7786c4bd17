import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../../core/path/paths.ts';
import type { Reach } from '../../../process/process.ts';
import { plainGitConfig } from '../settings/plain-git-config.ts';
import { plainSettings, type Shown, shownAs } from '../settings/plain-settings.ts';
import { SETTING_FILES } from '../settings/setting-files.ts';
import { homePlaces } from './home-places.ts';
import { hasParentIn, secretsInHome } from './home-secrets.ts';

/** What a sandbox shows of a home directory; the rest of it is not there. */
export interface HomeView {
  readonly toolchains: readonly string[];
  readonly caches: readonly string[];
  /** What of these nobody must see. */
  readonly hidden: readonly string[];
  /** Settings, as copies of what is harmless of them. */
  readonly settings: readonly Shown[];
}

/** Looks through what is shown. Of a program that only reads, that is no more than the toolchain it comes from. */
export async function homeView(reach: Reach, onlyFor?: string): Promise<HomeView> {
  const { home, roots, access, scratch } = reach;
  const places = homePlaces('', home);
  const program = onlyFor === undefined ? [] : [onlyFor, realpathSync(onlyFor)];
  const isNeeded = (place: string) =>
    onlyFor === undefined || program.some((file) => isInside(file, [place]));
  const toolchains = outermost(places.toolchains.filter(isNeeded), roots);
  const caches = places.caches.filter((place) => onlyFor === undefined && existsSync(place));
  if (access.includes('secrets')) return { toolchains, caches, hidden: [], settings: [] };
  const { hidden, gitConfigs } = await secretsInHome(outermost([...toolchains, ...caches], []));
  const settings = scratch === undefined ? [] : await plainSettings(home, scratch);
  const configs = await Promise.all(
    gitConfigs.map((config) => (scratch === undefined ? [] : shownAs(config, plainGitConfig, scratch))),
  );
  return {
    toolchains,
    caches,
    // Each file is covered first: a copy that cannot be made must not leave what it was to stand for.
    hidden: [
      ...places.credentials,
      ...[...SETTING_FILES.keys()].map((name) => join(home, name)),
      ...hidden,
      ...gitConfigs,
    ],
    settings: [...settings, ...configs.flat()],
  };
}

/** The first look takes a second or more: a host that stays does it before somebody waits for it. */
export async function lookAhead(home: string): Promise<void> {
  const { toolchains, caches } = homePlaces('', home);
  await secretsInHome(outermost([...toolchains, ...caches], []));
}

/** Without those that lie in another one, which a mount of the outer place would cover, or in an open directory. */
export const outermost = (places: readonly string[], roots: readonly string[]): string[] =>
  [...new Set(places)]
    .filter((place) => !isInside(place, roots) && !roots.some((root) => isInside(root, [place])))
    .filter((place) => existsSync(place))
    .filter((place, _, all) => !all.some((other) => other !== place && isInside(place, [other])));

/** The view as mounts, over an empty home. */
export function homeMounts(
  { toolchains, caches, hidden, settings }: HomeView,
  { cacheMode, programs }: { readonly cacheMode: string; readonly programs: readonly string[] },
): string[] {
  const places = [...programs, ...toolchains, ...caches];
  const all = new Set(hidden);
  return [
    ...[...programs, ...toolchains].flatMap((place) => ['--ro-bind', place, place]),
    ...caches.flatMap((place) => [cacheMode, place, place]),
    ...hidden
      .filter((path) => isInside(path, places) && !hasParentIn(path, all))
      .flatMap((path) => cover(path, places)),
    ...settings
      .filter(({ place }) => !isLinkIn(place, places))
      .flatMap(({ place, copy }) => ['--ro-bind', copy, place]),
  ];
}

/** By the path it has in here: a place that is a link outside is a directory inside. */
function cover(path: string, places: readonly string[]): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isSymbolicLink()) return targetOf(path, places);
  return stats.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path];
}

/** What a link with such a name leads to, if it is in sight at all. */
function targetOf(path: string, places: readonly string[]): string[] {
  try {
    const target = realpathSync(path);
    return isInside(target, places) && !places.includes(target) ? cover(target, places) : [];
  } catch {
    return [];
  }
}

const isLinkIn = (place: string, places: readonly string[]): boolean =>
  isInside(place, places) && lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
