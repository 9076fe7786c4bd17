import { basename } from 'node:path';
import type { Assessment } from '../../core/call/assessment.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { Surroundings } from './place.ts';

/** Judging that notices which files it was not allowed to look into. */
export interface WatchedReads {
  readonly surroundings: Surroundings;
  /** What was judged, together with what could not be. */
  including(judged: Assessment): Assessment;
}

export function watchReads(surroundings: Surroundings, { session }: Pick<Caller, 'session'>): WatchedReads {
  const withheld = new Set<string>();
  const onWithheld = (path: string): void => void withheld.add(path);
  return {
    surroundings: {
      ...surroundings,
      readText: (path, roots) => surroundings.readText(path, roots, { session, onWithheld }),
    },
    including: (judged) => {
      if (withheld.size === 0) return judged;
      const reasons = [...withheld].map(
        (path) => `${basename(path)} leads to what is not shown, so nobody looked at what it says`,
      );
      return {
        ...judged,
        risk: judged.risk === 'CRITICAL' ? 'CRITICAL' : 'HIGH',
        reasons: [...judged.reasons, ...reasons],
        // No standing answer covers what nobody saw.
        unfound: [...(judged.unfound ?? []), ...[...withheld].map((path) => `what ${path} says`)],
      };
    },
  };
}
