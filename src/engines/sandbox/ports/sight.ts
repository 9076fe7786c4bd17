import type { Sandbox } from '../../../core/process/sandbox.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import type { Reach } from '../../process/process.ts';
import { cleanHistories } from '../history/clean-histories.ts';
import { findWithin } from '../workspace/find-within.ts';
import { areHarmless } from '../workspace/harmless-settings.ts';
import type { Mask } from '../workspace/masks.ts';
import { unseenPlaces } from '../workspace/unseen-places.ts';

/** What secrets a process can see: none, those of the open directories, or whatever the user has. */
export const SIGHTS = ['nothing', 'workspace', 'everything'] as const;
export type Sight = (typeof SIGHTS)[number];

/** What decides that, of a process that runs. */
export type Seen = Pick<Reach, 'roots' | 'access' | 'hidesSecrets' | 'home' | 'hidden' | 'scratch'>;

export function sightOf(sandbox: Sandbox, seen: Seen | undefined): Sight {
  if (sandbox === 'none' || !seen) return 'everything';
  const { access, hidesSecrets = false } = seen;
  if (access.includes('secrets') || access.includes('host')) return 'everything';
  return access.includes('write') && !hidesSecrets ? 'workspace' : 'nothing';
}

interface Server {
  readonly sight: Sight;
  readonly seen?: Seen | undefined;
}

/** A server can tell what it sees to those who talk to it: so it must see no secret that they must not. */
export async function showsNoMore({ sight, seen }: Server, to: Sight): Promise<boolean> {
  if (SIGHTS.indexOf(sight) <= SIGHTS.indexOf(to)) return true;
  if (sight === 'everything' || seen?.scratch === undefined) return false;
  const { roots, home, hidden, scratch } = seen;
  const finds = await Promise.all(roots.map(findWithin));
  if (finds.some(({ isComplete }) => !isComplete)) return false;
  const cleanObjects = await cleanHistories({ roots, hidden, cwd: '/', words: '' }, scratch);
  const closed = { roots, home, access: [], history: 'clean', cleanObjects } as const;
  const { masks } = await unseenPlaces(closed, finds);
  return masks.every((mask) => mask.isForAll || isHarmless(mask));
}

/** Many a file is hidden for its name alone: settings without a password in them keep nobody from their server. */
function isHarmless({ place, copy, isHarmless: isSo }: Mask): boolean {
  if (isSo || copy) return isSo?.() === true;
  const text = readIfSmall(place);
  return text !== undefined && areHarmless(place, text);
}
