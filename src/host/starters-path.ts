import { realpathSync } from 'node:fs';
import { normalize } from 'node:path';
import { isInside } from '../core/path/paths.ts';

/** Everybody may write there. */
const SHARED = ['/tmp', '/var/tmp', '/private/tmp', '/dev/shm'];

const OF_SYSTEM = /^\/(usr\/)?(local\/)?s?bin\/?$/;

/**
 * Where the person who started this host finds programs first, for agents that have no environment of their own: what
 * stands in front of the system's directories. What stands behind them would hide the system's programs, since the PATH
 * of the login comes after this. A directory that agents can write into must not decide what runs under a name.
 */
export function startersPath(
  { PATH = '' }: Readonly<Record<string, string | undefined>>,
  open: readonly string[],
): { readonly PATH?: string } {
  const places = PATH.split(':');
  const end = places.findIndex((place) => OF_SYSTEM.test(place));
  const front = places
    .slice(0, end === -1 ? places.length : end)
    .filter((place) => place.startsWith('/') && !isInside(realOr(place), [...open, ...SHARED]));
  return front.length === 0 ? {} : { PATH: front.join(':') };
}

/** One that is not there now may be made later, by whoever may write above it. */
function realOr(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    return normalize(place);
  }
}
