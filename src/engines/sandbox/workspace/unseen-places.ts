import { dirname, join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { SECRET_PLACES } from '../../../core/path/sensitive-paths.ts';
import { inTurns } from '../../../core/timing/in-turns.ts';
import type { Reach } from '../../process/process.ts';
import { historyMasks } from '../history/history-masks.ts';
import { type RepositoryStore, storesOf } from '../history/repository-stores.ts';
import { existing } from './existing-places.ts';
import { fewPlaces } from './few-places.ts';
import { configBudget, configMasks } from './git-config-copy.ts';
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
export async function unseenPlaces(reach: Sighted, finds: readonly WorkspaceFinds[]): Promise<Unseen> {
  const { roots, access } = reach;
  const git = await gitView(roots, finds);
  if (access.includes('secrets') || access.includes('host')) return { masks: [], git, histories: [] };
  const keys = masksOver(existing(keysIn(reach), roots), { isForAll: true });
  const isWritable = access.includes('write');
  if (reach.showsWorkspace || (isWritable && !reach.hidesSecrets)) return { masks: keys, git, histories: [] };
  const stores = await git.stores();
  const histories = isWritable ? [] : stores;
  const secrets = [...finds.flatMap((found) => found.secrets), ...git.nameless];
  // Without own ports a run has no sockets at all. They come and go, and keep nothing.
  const sockets = reach.ownPorts ? openSocketsIn(roots) : [];
  const masks = [
    ...keys,
    ...(await inTurns(secrets, (place) => masksOver(existing([place], roots)))),
    ...masksOver(existing(sockets, roots), { isHarmless: () => true }),
    ...(await tokenMasks(stores, git.visible)),
    ...(await historyMasks(histories, reach)),
  ];
  return { masks: fewMasks(outermost(masks), roots), git, histories };
}

/** What lies in a place of which nothing is seen needs no mask of its own. */
function outermost(masks: readonly Mask[]): Mask[] {
  const hidden = new Set(
    masks.flatMap(({ place, isDirectory, copy }) => (isDirectory && !copy ? [place] : [])),
  );
  const isInner = (place: string): boolean => {
    const parent = dirname(place);
    return parent !== place && (hidden.has(parent) || isInner(parent));
  };
  return masks.filter(({ place }) => !isInner(place));
}

/** Very many are hidden with what is around them. */
function fewMasks(masks: readonly Mask[], roots: readonly string[]): Mask[] {
  const { kept, whole } = fewPlaces(
    masks.map(({ place }) => place),
    roots,
  );
  return [
    ...masks.filter(({ place }) => kept.has(place)),
    ...whole.map((place) => ({ place, isDirectory: true })),
  ];
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

async function tokenMasks(
  repositories: readonly RepositoryStore[],
  visible: readonly string[],
): Promise<Mask[]> {
  const stores = storesOf(repositories);
  // Each linked working tree has settings and notes of its own.
  const trees = await inTurns(stores, (store) => [fewWorktreesOf(store)]);
  const places = [...new Set([...stores, ...trees.flatMap((found) => found.trees)])];
  const budget = configBudget();
  const configs = places.flatMap((place) => CONFIGS.map((name) => join(place, name)));
  return [
    ...masksOver(existing(trees.flatMap(({ tooMany }) => tooMany))),
    ...(await inTurns(configs, (config) => configMasks(config, visible, budget))),
    ...(await inTurns(places, (place) => notesMasks(place, visible))),
  ];
}
