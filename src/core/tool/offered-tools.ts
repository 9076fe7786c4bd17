import type { Caller } from '../call/caller.ts';
import type { CatalogEntry } from './registry.ts';

const LEGAL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** The tools that are offered to a caller, older names as entries of their own. */
export const offeredTo = (caller: Caller, entries: readonly CatalogEntry[]): CatalogEntry[] =>
  entries
    .filter((entry) => isVisible(entry, caller))
    .flatMap((entry) => [entry, ...olderNames(entry, caller)]);

/** In read_only mode what can only write is not offered; what depends on its arguments is. */
const isVisible = (
  { pack, effects, risk, alwaysChanges, isCore }: CatalogEntry,
  { packs, mode, profile }: Caller,
): boolean =>
  packs.includes(pack) &&
  (isCore || profile !== 'core') &&
  !(
    mode === 'read_only' &&
    (risk !== 'dynamic' || alwaysChanges) &&
    effects.some((effect) => effect !== 'read' && effect !== 'network')
  );

const olderNames = (entry: CatalogEntry, { packs }: Caller): CatalogEntry[] =>
  packs.includes('compat')
    ? Object.keys(entry.aliases)
        .filter((alias) => LEGAL_NAME.test(alias))
        .map((name) => ({ ...entry, name, description: `Older name of ${entry.name}. ${entry.description}` }))
    : [];
