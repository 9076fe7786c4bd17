import type { Call } from '../../core/call/call.ts';
import { isInside } from '../../core/path/paths.ts';
import { judgeName } from '../risk/paths/judge-named-path.ts';
import type { Surroundings } from '../risk/place.ts';

const MOST_LOOKS = 1000;

/** What every user of a machine can read, and what holds nothing of anybody. */
const READABLE = ['/usr', '/bin', '/lib', '/dev/null', '/dev/stdin'];

/** The paths that commands name, and where each of them leads: a rule that refuses a path refuses its other names. */
export function withRealPaths(
  reaches: readonly string[],
  { realPathOf }: Pick<Surroundings, 'realPathOf'>,
): readonly string[] {
  // Each is looked for on the disk while everybody waits.
  return [...new Set([...reaches, ...reaches.slice(0, MOST_LOOKS).map(realPathOf)])];
}

/** What it reads that is not read without a question, in words. */
export function secretRead(call: Call, surroundings: Surroundings): string | undefined {
  const { reaches = [] } = call.facts;
  if (reaches.length > 2 * MOST_LOOKS) return `it reads more than ${MOST_LOOKS} files`;
  for (const path of reaches) {
    const real = surroundings.realPathOf(path);
    const why = whyAsked(real, call, surroundings);
    if (why !== undefined) return `${real === path ? path : `${path} leads to ${real}, which`} ${why}`;
  }
  return undefined;
}

/** Names that look like any other and lead to such a file: what stands beside an answered command may not use them. */
export function secretLinks(call: Call, surroundings: Surroundings): readonly string[] {
  const { reaches = [], runs = [] } = call.facts;
  if (reaches.length > 2 * MOST_LOOKS) return reaches;
  return reaches.filter((path) => {
    const real = surroundings.realPathOf(path);
    return (
      real !== path &&
      !runs.includes(path) &&
      whyAsked(path, call, surroundings) === undefined &&
      whyAsked(real, call, surroundings) !== undefined
    );
  });
}

function whyAsked(
  path: string,
  { request: { caller } }: Call,
  surroundings: Surroundings,
): string | undefined {
  if (judgeName(path, 'read', surroundings, caller).isSecret) return 'looks like it holds secrets';
  if (!isInside(path, [...caller.roots, ...(caller.outputs ?? []), ...READABLE]))
    return 'is outside the roots';
  // Addresses of remotes carry tokens.
  return /(^|\/)\.git(\/|$)/.test(path) ? 'is what git keeps, and may hold tokens' : undefined;
}
