import { dirname } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { shown } from '../../files/open/disk-names.ts';
import type { Reach } from '../../process/process.ts';
import { findWithin } from '../workspace/find-within.ts';
import type { Mask } from '../workspace/masks.ts';
import { ruledOut, type Sighted, type Unseen, unseenPlaces } from '../workspace/unseen-places.ts';
import type { Guard } from './guard-run.ts';
import { maskedIdentityOf } from './looks.ts';
import { runsTogether } from './runs-together.ts';

type Guarded = Sighted & Pick<Reach, 'hidden' | 'tmp'>;

/**
 * For a run that may see no secret. What hides a file lies over the file that was there: when a person saves it anew, the
 * new one is in plain sight, and so is one with a new name. Then the run is ended, and nobody gets to see what it printed.
 * What counts is asked of those who said what to mask.
 */
export function guardSecrets(
  reach: Guarded,
  before: Unseen,
  { isReader = false }: { readonly isReader?: boolean } = {},
): Guard {
  const { roots, tmp } = reach;
  const masked = new Map(
    masksOf(reach, before).map(({ place }) => [place, maskedIdentityOf(place)] as const),
  );
  const isMasked = (place: string): boolean => {
    const identity = masked.get(place);
    return identity !== undefined && identity === maskedIdentityOf(place);
  };
  const isCovered = (place: string): boolean =>
    isMasked(place) || (dirname(place) !== place && isCovered(dirname(place)));
  const look = async (): Promise<void> => {
    const finds = await Promise.all(roots.map(findWithin));
    const at = finds.findIndex(({ isComplete }) => !isComplete);
    if (at !== -1) throw tooLarge(roots[at]);
    const now = masksOf(reach, await unseenPlaces(reach, finds));
    const saved = now.find(
      ({ place, isHarmless }) => !isCovered(place) && isThere(place) && !isHarmless?.(),
    )?.place;
    if (saved === undefined) return;
    throw new ToolError(
      'CONFLICT',
      `${shown(saved)} was saved while the command ran, which could see it then`,
      {
        retryable: true,
        hint: 'Its output is withheld, and what commands nobody was asked about left in /tmp is gone. Call again.',
      },
    );
  };
  // Whatever may run code of the project could hand on what it sees; what only reads for us tells nobody else.
  if (!isReader) return { ...runsTogether({ tmp, roots }, look), endsTheRun: true };
  const alone = () => look().then(() => []);
  return { look: alone, finish: alone, endsTheRun: true };
}

const tooLarge = (root = '/'): ToolError =>
  new ToolError('TOO_LARGE', `${root} grew too large to find the secrets in it while the command ran`, {
    hint: 'Open a smaller directory.',
  });

/** Of what no run sees, only what lies in sight otherwise. */
const masksOf = (reach: Guarded, { masks, git }: Unseen): readonly Mask[] => [
  ...masks,
  ...ruledOut(reach).filter(({ place }) => isInside(place, git.visible)),
];

const isThere = (path: string): boolean => maskedIdentityOf(path) !== undefined;
