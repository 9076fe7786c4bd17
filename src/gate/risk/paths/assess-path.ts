import { basename } from 'node:path';
import type { Assessment } from '../../../core/call/assessment.ts';
import { type Call, resolved } from '../../../core/call/call.ts';
import type { Touch } from '../../../core/call/touch.ts';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { isConfigFile } from '../../../core/path/sensitive-paths.ts';
import { limitClassOf } from '../../limit-class.ts';
import { isNative } from '../../native.ts';
import type { Surroundings } from '../place.ts';
import { judgeName } from './judge-named-path.ts';

type PathTouch = Extract<Touch, { kind: 'path' }>;

/** A path can raise what the tool alone would be; what decides what runs later is not written at all. */
export function assessPath({ path, access }: PathTouch, call: Call, surroundings: Surroundings): Assessment {
  const { caller } = call.request;
  const { risk, reason, isForbidden, isProtected, isSecret } = judgeName(path, access, surroundings, caller);
  if (isForbidden || (isProtected && isOpen(path, call))) {
    call.facts.risk = 'CRITICAL';
    call.facts.decision = { verdict: 'deny', rule: 'protected path' };
    throw new ToolError('PROTECTED_PATH', `${path} is protected: ${reason ?? 'it is not for tools'}`, {
      hint: 'A person can change it outside Toolgate.',
    });
  }
  if (risk === 'SAFE' && isConfigRead({ path, access }, call))
    return { risk: 'LOW', reasons: [`${basename(path)} is a configuration file`] };
  // Outside the roots the policy refuses anyway, with words of its own.
  const reasons = reason === undefined ? [] : [reason];
  return { risk: isOpen(path, call) ? risk : 'SAFE', reasons, ...(isSecret && { isSecret }) };
}

/** How a project is set up says more about it than its source; looking at it is still nothing to ask about. */
const isConfigRead = ({ path, access }: Pick<PathTouch, 'path' | 'access'>, call: Call): boolean =>
  access === 'read' && limitClassOf(resolved(call).tool) === 'read' && isConfigFile(path);

/** An agent's own tools reach whatever its user can: there every path counts. */
const isOpen = (path: string, call: Call): boolean =>
  isNative(call) || isInside(path, call.request.caller.roots);
