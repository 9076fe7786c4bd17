import { isAbsolute } from 'node:path';
import type { Caller } from '../../core/call/caller.ts';
import { isInside } from '../../core/path/paths.ts';

/** Who asks: an agent in its directories, or a person, who sees what everybody made. */
export interface Asker extends Pick<Caller, 'cwd' | 'roots' | 'principal' | 'onBehalfOf'> {
  readonly isPerson?: boolean;
}

/** No path of a file begins like this, so that no directory holds what was handed over. */
const GIVEN = 'given';

const placeIn = ({ principal, onBehalfOf }: Asker, root: string): string =>
  `${GIVEN}/${encodeURIComponent(onBehalfOf ?? principal)}${root}`;

/** Where a document that is handed over belongs: to its principal, in the root they work in. */
export function givenPlace(asker: Asker): string {
  const { cwd, roots } = asker;
  const home = roots.find((root) => cwd !== undefined && isInside(cwd, [root])) ?? roots[0] ?? '/-';
  return placeIn(asker, home);
}

/** What a caller may see, in the words of a store: files below these, and what was handed over there. */
export const reachOf = (asker: Asker): string[] =>
  asker.isPerson
    ? [...asker.roots, GIVEN]
    : [
        ...asker.roots,
        ...(asker.roots.length > 0 ? asker.roots : ['/-']).map((root) => placeIn(asker, root)),
      ];

/** Two principals may call two documents the same. */
export const givenId = (place: string, id: string): string => `${place} ${id}`;

const isGiven = (path: string | undefined): boolean => path?.startsWith(`${GIVEN}/`) ?? false;

/** A document as its caller knows it: by the id they gave it, and without a path. */
export const asHandedOver = <T extends { readonly id: string; readonly path: string | undefined }>(
  one: T,
): T =>
  isGiven(one.path) ? { ...one, id: one.id.slice((one.path?.length ?? 0) + 1), path: undefined } : one;

/** What ids may mean for a caller: documents of their own, files they may read, and what belongs to nobody. */
export const idsFor = (asker: Asker, ids: readonly string[]): string[] =>
  ids.flatMap((id) => [
    ...reachOf(asker)
      .filter(isGiven)
      .map((place) => givenId(place, id)),
    ...(isGiven(id) || (isAbsolute(id) && !isInside(id, asker.roots)) ? [] : [id]),
  ]);
