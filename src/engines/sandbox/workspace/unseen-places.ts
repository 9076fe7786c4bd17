import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { SECRET_PLACES } from '../../../core/path/sensitive-paths.ts';
import type { Reach } from '../../process/process.ts';
import { historyMasks } from '../history/history-masks.ts';
import { type RepositoryStore, storesOf } from '../history/repository-stores.ts';
import { existing } from './existing-places.ts';
import { configMasks } from './git-config-copy.ts';
import { notesMasks } from './git-notes.ts';
import { fewWorktreesOf } from './git-places.ts';
import { type GitView, gitView } from './git-view.ts';
import { type Mask, masksOver } from './masks.ts';
import { openSocketsIn } from './open-sockets.ts';
import type { WorkspaceFinds } from './workspace-index.ts';

/** What decides what a run must not see. */
export type Sighted = Pick<
  Reach,
  'roots' | 'access' | 'home' | 'hidesSecrets' | 'showsWorkspace' | 'history' | 'cleanObjects' | 'ownPorts'
>;

export interface Unseen {
  /** The places that the run must not see as they are. */
  readonly masks: readonly Mask[];
  readonly git: GitView;
  /** Where history is hidden, the repositories it belongs to. */
  readonly histories: readonly RepositoryStore[];
}

/**
 * What of the open directories a run must not see as it is. The sandbox is built from this list; a guard asks for it again
 * while the run goes on; and a server that sees more than this leaves does not answer such a run.
 */
export function unseenPlaces(reach: Sighted, finds: readonly WorkspaceFinds[]): Unseen {
  const { roots, access } = reach;
  const git = gitView(roots, finds);
  if (access.includes('secrets') || access.includes('host')) return { masks: [], git, histories: [] };
  const keys = masksOver(existing(keysIn(reach), roots), { isForAll: true });
  const isWritable = access.includes('write');
  if (reach.showsWorkspace || (isWritable && !reach.hidesSecrets)) return { masks: keys, git, histories: [] };
  const stores = git.stores();
  const histories = isWritable ? [] : stores;
  const secrets = [...finds.flatMap((found) => found.secrets), ...git.nameless];
  // Without own ports a run has no sockets at all. They come and go, and keep nothing.
  const sockets = reach.ownPorts ? openSocketsIn(roots) : [];
  const masks = [
    ...keys,
    ...masksOver(existing(secrets, roots)),
    ...masksOver(existing(sockets, roots), { isHarmless: () => true }),
    ...tokenMasks(stores, git.visible),
    ...historyMasks(histories, reach),
  ];
  return { masks, git, histories };
}

/** What no run sees, whatever it may do: Toolgate's own directories, and what a rule refuses. */
export const ruledOut = ({ hidden }: Pick<Reach, 'hidden'>): Mask[] =>
  masksOver(existing(hidden.filter((place) => !hidden.some((other) => isWithin(place, other)))), {
    isForAll: true,
  });

/** A place inside a hidden one would show its name there. */
const isWithin = (place: string, other: string): boolean => place !== other && isInside(place, [other]);

/** A home directory that is not open is empty; one that was opened as a root still keeps its keys to itself. */
const keysIn = ({ home, roots }: Sighted): string[] =>
  SECRET_PLACES.map((place) => join(home, place)).filter((place) => isInside(place, roots));

/** Git writes the next configuration beside it. */
const CONFIGS = ['config', 'config.worktree', 'config.lock', 'config.worktree.lock'];

function tokenMasks(repositories: readonly RepositoryStore[], visible: readonly string[]): Mask[] {
  const stores = storesOf(repositories);
  // Each linked working tree has settings and notes of its own.
  const places = [...new Set([...stores, ...stores.flatMap((store) => fewWorktreesOf(store).trees)])];
  return [
    ...masksOver(existing(stores.flatMap((store) => fewWorktreesOf(store).tooMany))),
    ...places
      .flatMap((place) => CONFIGS.map((name) => join(place, name)))
      .flatMap((config) => configMasks(config, visible)),
    ...places.flatMap((place) => notesMasks(place, visible)),
  ];
}
