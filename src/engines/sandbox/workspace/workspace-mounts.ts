import { basename, dirname, join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { SECRET_PLACES } from '../../../core/path/sensitive-paths.ts';
import { isGitDirectory } from '../../git/repository/git-links.ts';
import type { Reach } from '../../process/process.ts';
import { historyMounts } from '../history/history-mounts.ts';
import { isRepository, onlyIn, type RepositoryStore, repositoriesIn } from '../history/repository-stores.ts';
import { existing, hide } from './existing-places.ts';
import { configMounts } from './git-config-copy.ts';
import { namedByGit, repositoryAt } from './git-named-places.ts';
import { noteMounts } from './git-notes.ts';
import { type GitPlace, gitPlace, worktreesOf } from './git-places.ts';
import { openSocketsIn } from './open-sockets.ts';
import type { WorkspaceFinds } from './workspace-index.ts';

/** The open directories: read-only, or writable but for what decides which programs run. */
export function workspaceMounts(reach: Reach, finds: readonly WorkspaceFinds[]): string[] {
  const { roots, access, home } = reach;
  const dotGits = finds
    .flatMap((found) => found.protected.filter(isRepository))
    .map((path) => (basename(path) === 'HEAD' ? dirname(path) : path))
    .filter((path) => basename(path) === '.git' || isGitDirectory(path));
  // Git could not be told of these: they stay as they are, and out of sight.
  const nameless = dotGits.filter((path) => !path.isWellFormed());
  const isWritable = access.includes('write') || access.includes('host');
  const repositories = dotGits
    .filter((path) => path.isWellFormed())
    .flatMap((path) => gitPlace(path, roots) ?? []);
  const seesSecrets =
    access.includes('secrets') ||
    access.includes('host') ||
    reach.showsWorkspace === true ||
    (isWritable && reach.hidesSecrets !== true);
  // A home directory that is not open is empty; one that was opened as a root still keeps its keys to itself.
  const keys = SECRET_PLACES.map((place) => join(home, place)).filter((place) => isInside(place, roots));
  // Without own ports a run has no sockets at all.
  const sockets = reach.ownPorts ? openSocketsIn(roots) : [];
  const secrets = [...keys, ...finds.flatMap((found) => found.secrets), ...sockets];
  // A `.git` file may name any directory; what this run does not see must not come into sight by being cleaned.
  const visible = [...roots, ...repositories.flatMap(({ elsewhere }) => elsewhere ?? [])];
  const stores = seesSecrets ? [] : repositoriesIn(finds).map((one) => onlyIn(visible, one));
  return [
    ...parentsFirst(roots).flatMap((root) => [isWritable ? '--bind' : '--ro-bind', root, root]),
    ...(isWritable ? pinned(above([...keys, ...reach.hidden], roots)) : []),
    ...(isWritable ? guarded(reach, finds, repositories) : repositories.flatMap(readOnlyRepository)),
    ...(isWritable ? readOnly(nameless, roots) : []),
    ...(seesSecrets
      ? []
      : [...hide(existing([...secrets, ...nameless], roots)), ...withoutTokens(stores, reach, visible)]),
    ...(seesSecrets || isWritable ? [] : historyMounts(stores, reach, visible)),
    ...(seesSecrets && !access.includes('secrets') && !access.includes('host')
      ? hide(existing(keys, roots))
      : []),
  ];
}

const parentsFirst = (places: readonly string[]): string[] => [...places].sort((a, b) => a.length - b.length);

/**
 * Directories of the roots around places that are hidden by their path. A mount cannot be moved away, but what holds it
 * could be, and under its new name the place would be in sight of the next run.
 */
function above(places: readonly string[], roots: readonly string[]): string[] {
  const { directories, files } = existing(places, roots);
  const around = [...directories, ...files]
    .filter((place) => isInside(place, roots))
    .flatMap((place) => {
      const parents: string[] = [];
      for (let at = dirname(place); isInside(at, roots) && !roots.includes(at); at = dirname(at))
        parents.push(at);
      return parents;
    });
  return parentsFirst([...new Set(around)]);
}

const readOnlyRepository = ({ elsewhere }: GitPlace): string[] =>
  elsewhere === undefined ? [] : ['--ro-bind', elsewhere, elsewhere];

/** A mounted place can be neither changed nor moved away; so are the directories that hold nothing else. */
function guarded(
  { gitDir, mayConfigureGit = false, roots, home }: Reach,
  finds: readonly WorkspaceFinds[],
  repositories: readonly GitPlace[],
): string[] {
  const places = finds
    .flatMap((found) => found.protected)
    // Git itself writes those of repositories without a working tree.
    .filter((path) => basename(path) !== '.git' && basename(path) !== 'HEAD');
  const holders = [...new Set(places.map(dirname))].filter((path) => basename(path).startsWith('.'));
  // Git itself makes and removes working trees, goes on with a rebase, and sets remotes and branches.
  const isGit = mayConfigureGit || gitDir !== undefined;
  const isGitsOwn = (path: string) =>
    isGit && (basename(path) === '.git' || GITS_OWN.test(path)) && !(isConfig(path) && !mayConfigureGit);
  const named = repositories.flatMap(({ path }) => namedByGit(repositoryAt(path), roots, home));
  return [
    ...pinned(holders),
    ...readOnly([...places, ...named], roots),
    ...repositories.flatMap(({ path, isDirectory, elsewhere, fixed }) => [
      ...pinned(isDirectory ? [path] : []),
      ...pinned(elsewhere === undefined ? [] : [elsewhere]),
      ...readOnly(
        fixed().filter((place) => !isGitsOwn(place)),
        [...roots, ...(elsewhere === undefined ? [] : [elsewhere])],
      ),
    ]),
    // A submodule's repository lies in a place that is read-only for everybody else.
    ...(gitDir === undefined ? [] : ownGitDir(gitDir, isGitsOwn)),
  ];
}

const GITS_OWN = /\/(worktrees\/[^/]+\/\w+|config(\.worktree)?|rebase-merge|rebase-apply|sequencer)$/;
const isConfig = (path: string): boolean => /^config(\.worktree)?$/.test(basename(path));

function ownGitDir(gitDir: string, isGitsOwn: (path: string) => boolean): string[] {
  const place = gitPlace(gitDir, []);
  return place?.isDirectory
    ? [
        ...pinned([gitDir]),
        ...readOnly(
          place.fixed().filter((one) => !isGitsOwn(one)),
          [gitDir],
        ),
      ]
    : [];
}

const pinned = (places: readonly string[]): string[] => places.flatMap((place) => ['--bind', place, place]);

/** A protected name can be a link: what it leads to elsewhere must not come into sight by that. */
const readOnly = (places: readonly string[], within: readonly string[]): string[] => {
  const { directories, files } = existing(places);
  const { directories: open } = existing(within);
  return [...directories, ...files]
    .filter((place) => isInside(place, open))
    .flatMap((place) => ['--ro-bind', place, place]);
};

function withoutTokens(
  repositories: readonly RepositoryStore[],
  { scratch }: Reach,
  visible: readonly string[],
): string[] {
  if (scratch === undefined) return [];
  const stores = [...new Set(repositories.flatMap((repository) => repository.stores))];
  // Each linked working tree has settings and notes of its own.
  const trees = [...new Set(stores.flatMap(worktreesOf))];
  const configs = [...stores, ...trees].flatMap((place) =>
    ['config', 'config.worktree'].map((name) => join(place, name)),
  );
  return [
    ...configs.flatMap((config) => configMounts(config, scratch, visible)),
    ...[...stores, ...trees].flatMap((place) => noteMounts(place, scratch, visible)),
  ];
}
