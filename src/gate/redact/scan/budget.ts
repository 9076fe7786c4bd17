import { MASK } from '../../../core/text/mask.ts';

/** What stands for the rest of a value that could not be searched in time; it begins with a mask, so that nobody writes it back. */
export const WITHHELD = `${MASK} [the rest is withheld: it takes too long to search it for secrets]`;

/** How long the search of one value may hold up everything else. */
export interface Budget {
  /** Whether this many characters more may be searched; once it says no, it stays so. */
  allows(characters: number): boolean;
  /** Counts the time of this piece of work only, and not what was done since the one before. */
  during<T>(work: () => T): T;
}

/** Far more than ordinary text needs, and little enough for others to wait. */
const FIRST_MS = 1000;
/** A long text may take longer: four megabytes in a second. */
const CHARACTERS_PER_MS = 4000;
/** To look at the clock costs as much as to search a few hundred characters. */
const BETWEEN_LOOKS = 16_384;

/** Counts time of the processor, not of the clock: on a busy machine ordinary text must not be withheld. */
export function createBudget(now: () => number = processorMs): Budget {
  let leftMs = FIRST_MS;
  let isSpent = false;
  let last = now();
  let unseen = 0;
  const look = (): void => {
    const at = now();
    leftMs -= at - last;
    last = at;
    unseen = 0;
    isSpent ||= leftMs < 0;
  };
  return {
    allows(characters) {
      leftMs += characters / CHARACTERS_PER_MS;
      unseen += characters + 1;
      if (unseen >= BETWEEN_LOOKS) look();
      return !isSpent;
    },
    during(work) {
      last = now();
      try {
        return work();
      } finally {
        look();
      }
    },
  };
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
