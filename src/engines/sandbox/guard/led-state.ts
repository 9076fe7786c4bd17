import { inTurns } from '../../../core/timing/in-turns.ts';
import { isThere } from '../../files/open/disk-names.ts';
import { type Led, mayBeLedTo, targetAt, wayOf } from '../workspace/led-to.ts';
import { guardedIdentityOf, isSameIdentity } from './looks.ts';

/** Where protected names led before a run. */
export interface LedState {
  readonly links: readonly string[];
  /** What stood on their ways: a link by what it says, anything else by device and inode. */
  readonly known: readonly (readonly [place: string, identity: string | undefined])[];
}

export const ledStateOf = async ({ links, places }: Led): Promise<LedState> => ({
  links,
  known: await inTurns(places, (place) => [[place, identityOf(place)] as const]),
});

/**
 * The first thing on the way of a protected name that is not what was there: what leads to it could be moved away, with
 * what it held, and be made anew. Once that is set aside, the name leads to nothing that came after it.
 */
export function strayedOn({ known }: LedState, roots: readonly string[]): (link: string) => string[] {
  const before = new Map(known);
  const isNew = (place: string): boolean =>
    mayBeLedTo(place, roots) && isThere(place) && !isSameIdentity(before.get(place), identityOf(place));
  return (link) => {
    const first = wayOf(link).find(isNew);
    return first === undefined ? [] : [first];
  };
}

/** Git and others make the same link anew. */
function identityOf(place: string): string | undefined {
  const target = targetAt(place);
  return target === '' ? guardedIdentityOf(place) : `link ${target}`;
}
