import type { PathAccess } from '../../core/touch.ts';
import { type Finding, finding } from './finding.ts';
import { judgePath } from './path-risk.ts';
import type { Place } from './place.ts';
import type { Value } from './words.ts';

/** What reaching one path means, as findings. */
export function reach(value: Value, access: PathAccess, place: Place): Finding[] {
  const { risk, reason, isForbidden, isSecret, isNetwork } = judgePath(value, access, place);
  if (risk === 'SAFE') return [];
  return [
    finding(risk, reason ?? value.text, {
      ...(isForbidden && { isForbidden }),
      ...(isSecret && { isSecret }),
      ...(isNetwork && { isNetwork }),
    }),
  ];
}
