import type { PathAccess } from '../../core/call/touch.ts';
import { spend } from './budget.ts';
import type { Place, Surroundings } from './place.ts';

// In steps of the budget: no line makes us look at more than some thousands of files, or start git more than a few times.
const FILE = 10;
const GIT = 5000;

// As long as it takes to look at many files.
const TREE = 2000;

type Look = 'readText' | 'entriesOf' | 'stemsBelow' | 'realPathOf' | 'hasCommittedSecrets' | 'whyProtected';

/** What a line has us look up on the disk: each thing once, and at the cost of its budget. */
export function looksFrom(
  {
    readText,
    entriesOf,
    stemsBelow,
    realPathOf,
    hasCommittedSecrets,
    whyProtected,
  }: Partial<Pick<Surroundings, Look>>,
  roots: readonly string[],
): Pick<Place, Look> {
  return {
    ...(hasCommittedSecrets && {
      hasCommittedSecrets: once(
        GIT,
        (directory: string, reach: 'last commit' | 'history', hashes: readonly string[] = []) =>
          hasCommittedSecrets(directory, roots, reach, hashes),
      ),
    }),
    ...(whyProtected && {
      whyProtected: once(FILE, (path: string, access: PathAccess) => whyProtected(path, roots, access)),
    }),
    ...(realPathOf && { realPathOf: once(FILE, realPathOf) }),
    ...(entriesOf && { entriesOf: once(FILE, (path: string) => entriesOf(path, roots)) }),
    ...(stemsBelow && { stemsBelow: once(TREE, stemsBelow) }),
    ...(readText && { readText: once(FILE, (path: string) => readText(path, roots)) }),
  };
}

function once<A extends readonly unknown[], T>(steps: number, look: (...args: A) => T): (...args: A) => T {
  const seen = new Map<string, T>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = seen.get(key);
    if (known !== undefined || seen.has(key)) return known as T; // Sound: it is only there once it was looked up.
    spend(steps);
    const found = look(...args);
    seen.set(key, found);
    return found;
  };
}
