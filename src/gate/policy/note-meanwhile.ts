import type { Call } from '../../core/call/call.ts';
import { isAtLeast } from '../../core/risk.ts';
import type { Surroundings } from '../risk/place.ts';
import { wantedAccess } from './confinement.ts';

/** What runs at the same time and may write could exchange a script between two of its lines. */
export function noteMeanwhile({ facts, request: { caller } }: Call, { writersIn }: Surroundings): void {
  const { runs = [], scripts = [], risk = 'CRITICAL' } = facts;
  if (!writersIn || runs.length + scripts.length === 0) return;
  const wanted = wantedAccess(facts);
  const onlyWrites = wanted.length > 0 ? wanted.every((one) => one === 'write') : !isAtLeast(risk, 'MEDIUM');
  const meanwhile = onlyWrites ? [] : [...new Set(writersIn(caller.roots))].sort();
  if (meanwhile.length > 0) facts.meanwhile = meanwhile;
}
