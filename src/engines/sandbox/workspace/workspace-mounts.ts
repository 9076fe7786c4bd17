import { basename, dirname, join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { inTurns } from '../../../core/timing/in-turns.ts';
import type { Reach } from '../../process/process.ts';
import { indexMounts } from '../history/index-mounts.ts';
import { keptCopy } from '../kept-copy.ts';
import { existing } from './existing-places.ts';
import { fewPlaces } from './few-places.ts';
import { CHANGED_BY_GIT, type GitPlace, gitPlace } from './git-places.ts';
import type { GitView } from './git-view.ts';
import { targetAt } from './led-to.ts';
import { maskMounts } from './masks.ts';
import { protectedWays } from './protected-ways.ts';
import type { Unseen } from './unseen-places.ts';
import type { WorkspaceFinds } from './workspace-index.ts';

/** The open directories: read-only, or writable but for what decides which programs run. */
export async function workspaceMounts(
  reach: Reach,
  finds: readonly WorkspaceFinds[],
  { masks, git, histories }: Unseen,
): Promise<string[]> {
  const { roots, access, scratch } = reach;
  const { repositories, nameless, visible } = git;
  const isWritable = access.includes('write') || access.includes('host');
  return [
    ...parentsFirst(roots).flatMap((root) => [isWritable ? '--bind' : '--ro-bind', root, root]),
    ...(isWritable ? pinned(above([...hiddenByPath(masks), ...reach.hidden], roots)) : []),
    ...(isWritable ? await guarded(reach, finds, git) : repositories.flatMap(readOnlyRepository)),
    ...(isWritable ? await readOnly(nameless, roots) : []),
    ...(await indexMounts(histories, scratch, visible)),
    ...maskMounts(masks, scratch),
    ...configMount(reach),
  ];
}

/** Git reads the settings that were looked through, whatever stands in the file by now. */
const configMount = ({ gitConfig, scratch }: Reach): string[] =>
  gitConfig && scratch !== undefined
    ? ['--ro-bind', keptCopy(join(scratch, 'git-config'), gitConfig.text), gitConfig.path]
    : [];

const parentsFirst = (places: readonly string[]): string[] => [...places].sort((a, b) => a.length - b.length);

const hiddenByPath = (masks: Unseen['masks']): string[] =>
  masks.filter(({ isForAll }) => isForAll).map(({ place }) => place);

/**
 * Directories of the roots around places that are hidden by their path, and around roots that lie in others. A mount cannot
 * be moved away, but what holds it could be, and under its new name the place would be in sight of the next run.
 */
function above(places: readonly string[], roots: readonly string[]): string[] {
  const { directories, files } = existing(places, roots);
  const inner = roots.filter((root) => roots.some((other) => isWithin(root, other)));
  // What covers the directory around an inner root covers that root as well: so it is mounted again.
  const all = [...[...directories, ...files].flatMap(parentsOf), ...inner, ...inner.flatMap(parentsOf)];
  return parentsFirst([...new Set(all)].filter((place) => roots.some((root) => isWithin(place, root))));
}

/** What would cover an inner root stays as it is. */
function around(places: readonly string[], roots: readonly string[]): string[] {
  const { directories, files } = existing(places, roots);
  return [...new Set([...directories, ...files].flatMap(parentsOf))].filter(
    (place) => isInside(place, roots) && !roots.some((root) => isInside(root, [place])),
  );
}

const isWithin = (place: string, other: string): boolean => place !== other && isInside(place, [other]);

function parentsOf(place: string): string[] {
  const parent = dirname(place);
  return parent === place ? [] : [parent, ...parentsOf(parent)];
}

const readOnlyRepository = ({ elsewhere }: GitPlace): string[] =>
  elsewhere === undefined ? [] : ['--ro-bind', elsewhere, elsewhere];

/** A mounted place can be neither changed nor moved away; so are the directories that hold nothing else. */
async function guarded(
  { gitDir, mayConfigureGit = false, roots, home }: Reach,
  finds: readonly WorkspaceFinds[],
  { repositories, visible }: Pick<GitView, 'repositories' | 'visible'>,
): Promise<string[]> {
  const places = finds
    .flatMap((found) => found.protected)
    // Git itself writes those of repositories without a working tree.
    .filter((path) => basename(path) !== '.git' && basename(path) !== 'HEAD');
  // A link is pinned by what it leads to.
  const holders = [...new Set(places.map(dirname))].filter(
    (path) => basename(path).startsWith('.') && targetAt(path) === '',
  );
  // Git itself makes and removes working trees, goes on with a rebase, and sets remotes and branches.
  const isGit = mayConfigureGit || gitDir !== undefined;
  const isGitsOwn = (path: string) =>
    isGit &&
    (basename(path) === '.git' || CHANGED_BY_GIT.test(path)) &&
    !(isConfig(path) && !mayConfigureGit);
  const dotGits = repositories.map(({ path }) => path);
  const ways = await protectedWays(finds, dotGits, visible, home);
  // A link cannot be mounted, and what it leads to is among them if it may be.
  const ledTo = ways.places.filter((place) => targetAt(place) === '');
  const pins = [
    ...holders,
    // Once they are moved away, nobody knows any more that a word of a setting is a program.
    ...around(ways.named, roots),
    ...repositories.flatMap(({ path, isDirectory, elsewhere }) => [
      ...(isDirectory ? [path] : []),
      ...(elsewhere === undefined ? [] : [elsewhere]),
    ]),
  ];
  const fixedParts = await inTurns(repositories, ({ elsewhere, fixed }) =>
    placesIn(
      fixed().filter((place) => !isGitsOwn(place)),
      [...roots, ...(elsewhere === undefined ? [] : [elsewhere])],
    ),
  );
  return [
    ...fewMounts(
      pins,
      [...(await placesIn(places, roots)), ...(await placesIn(ledTo, visible)), ...fixedParts],
      roots,
    ),
    // A submodule's repository lies in a place that is read-only for everybody else.
    ...(gitDir === undefined ? [] : await ownGitDir(gitDir, isGitsOwn)),
  ];
}

/** What holds very many of them is read-only as a whole. */
function fewMounts(pins: readonly string[], fixed: readonly string[], roots: readonly string[]): string[] {
  const { kept, whole } = fewPlaces([...pins, ...fixed], roots);
  const isKept = (place: string): boolean => kept.has(place);
  return [
    ...pinned(parentsFirst([...new Set(pins)].filter(isKept))),
    ...asReadOnly([...whole, ...new Set(fixed.filter(isKept))]),
  ];
}

const isConfig = (path: string): boolean => /^config(\.worktree)?$/.test(basename(path));

async function ownGitDir(gitDir: string, isGitsOwn: (path: string) => boolean): Promise<string[]> {
  const place = gitPlace(gitDir, []);
  return place?.isDirectory
    ? [
        ...pinned([gitDir]),
        ...(await readOnly(
          place.fixed().filter((one) => !isGitsOwn(one)),
          [gitDir],
        )),
      ]
    : [];
}

const pinned = (places: readonly string[]): string[] => places.flatMap((place) => ['--bind', place, place]);

/** A protected name can be a link: what it leads to elsewhere must not come into sight by that. */
async function placesIn(places: readonly string[], within: readonly string[]): Promise<string[]> {
  const { directories: open } = existing(within);
  const found = await inTurns(places, (place) => {
    const { directories, files } = existing([place]);
    return [...directories, ...files];
  });
  return found.filter((place) => isInside(place, open));
}

const asReadOnly = (places: readonly string[]): string[] =>
  places.flatMap((place) => ['--ro-bind', place, place]);

const readOnly = async (places: readonly string[], within: readonly string[]): Promise<string[]> =>
  asReadOnly(await placesIn(places, within));
