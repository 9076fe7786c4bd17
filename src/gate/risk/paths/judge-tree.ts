import { join } from 'node:path';
import type { Assessment } from '../../../core/call/assessment.ts';
import type { Caller } from '../../../core/call/caller.ts';
import { resolveFrom } from '../../../core/path/paths.ts';
import { highestRisk } from '../../../core/risk.ts';
import type { Surroundings } from '../place.ts';
import { judgeName } from './judge-named-path.ts';

const MOST_NAMES = 5000;

/**
 * What moving or copying a tree means beyond its own name: a file in it may lose the name that says that it holds secrets,
 * and another may come to lie where writing it is asked about.
 */
export async function judgeTree(
  { from, to }: { readonly from: string; readonly to: string },
  surroundings: Surroundings,
  caller: Caller,
): Promise<Assessment> {
  const [source, target] = [resolveFrom(caller.cwd, from), resolveFrom(caller.cwd, to)];
  const names = (await surroundings.namesBelow?.(source, MOST_NAMES)) ?? undefined;
  if (names === undefined)
    return { risk: 'MEDIUM', isSecret: true, reasons: [`${from} is too large to look for secrets in it`] };
  const before = names.map((name) => judgeName(join(source, name), 'read', surroundings, caller));
  const after = names
    .map((name) => judgeName(join(target, name), 'write', surroundings, caller))
    // Those are refused when it comes to them, whatever a person says.
    .filter(({ isForbidden, isProtected }) => !isForbidden && !isProtected);
  const secret = names.find((_, i) => before[i]?.isSecret);
  const risk = highestRisk(['MEDIUM', ...after.map((one) => one.risk)]);
  const riskiest = after.find((one) => one.risk === risk && risk !== 'MEDIUM');
  return {
    risk,
    reasons: [
      ...(secret === undefined ? [] : [`${join(from, secret)} looks like it holds secrets`]),
      ...(riskiest?.reason === undefined ? [] : [riskiest.reason]),
    ],
    ...(secret !== undefined && { isSecret: true }),
  };
}
