import { ACCESSES, type Access } from '../../../core/process/sandbox.ts';
import { isAtLeast, type Risk } from '../../../core/risk.ts';
import type { Judge, Rule } from './judge.ts';

const SIGNS_IN = /\b(publish|unpublish|push|deploy|login|upload|release|submit|whoami|owner|access|team)\b/;

/** A program that the tables call more than a read changes files; one that changes something elsewhere signs in there. */
export function needsFor(
  name: string,
  { network, isInterpreter }: Rule,
  risk: Risk,
  { needs: told }: Judge,
): Access[] {
  if (told)
    return isAtLeast(risk, told.from) ? ACCESSES.filter((need) => told.what.split(' ').includes(need)) : [];
  const isWork = isAtLeast(risk, 'MEDIUM') && !isInterpreter;
  return [
    ...(isWork ? (['write'] as const) : []),
    ...(network && SIGNS_IN.test(name) ? (['secrets'] as const) : []),
  ];
}
