import type { PathAccess } from '../../../core/call/touch.ts';
import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import type { Place } from '../place.ts';
import { judgePath } from './judge-path.ts';

/** Paths that are handed to something whose work is judged elsewhere: worth a word where they lead to secrets. */
export const handedOn = (values: readonly Value[], place: Place): Finding[] =>
  values
    .filter(({ text, isKnown }) => isKnown && /[./~]/.test(text))
    .flatMap((value) => [
      ...reach(value, 'list', place).filter(({ risk }) => risk === 'HIGH' || risk === 'CRITICAL'),
      ...reach(value, 'read', place).filter(({ isSecret }) => isSecret),
    ]);

/** What reaching one path means, as findings. */
export function reach(value: Value, access: PathAccess, place: Place): Finding[] {
  const { risk, reason, isForbidden, isSecret, isNetwork, writes, needs } = judgePath(value, access, place);
  if (risk === 'SAFE') return [];
  return [
    finding(risk, reason ?? value.text, {
      ...(isForbidden && { isForbidden }),
      ...(isSecret && { isSecret }),
      ...(isNetwork && { isNetwork }),
      ...(writes !== undefined && { writes }),
      ...(needs && { needs }),
    }),
  ];
}
