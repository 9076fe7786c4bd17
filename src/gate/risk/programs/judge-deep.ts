import { isInside } from '../../../core/path/paths.ts';
import { type Finding, finding } from '../finding.ts';
import { isGiven, type ParsedArgv } from '../parse/parse-argv.ts';
import type { Value } from '../parse/words.ts';
import { type Place, pathsOf } from '../place.ts';
import type { Judge, Rule } from './judge.ts';
import { pathOperands } from './path-operands.ts';

/** An option that extends the change to everything below what is named: fine for a directory of the project only. */
export function judgeDeep(name: string, rule: Rule, parsed: ParsedArgv, { place }: Judge): Finding[] {
  const { deep } = rule;
  if (!deep || !isGiven(deep.options, parsed)) return [];
  const targets = pathOperands(rule, parsed);
  const isContained =
    targets.length > 0 &&
    !isGiven(deep.follows, parsed) &&
    targets.every((value) => isBelowRoot(value, place));
  return [
    finding(
      isContained ? 'MEDIUM' : 'CRITICAL',
      `${name} ${deep.options.split(' ')[0]} changes everything below`,
    ),
  ];
}

/** Not the open directory itself: all the work lies in there. */
const isBelowRoot = ({ isKnown, isGlob, text, alternatives }: Value, place: Place): boolean =>
  isKnown &&
  !isGlob &&
  [text, ...(alternatives ?? [])].every(
    (one) =>
      pathsOf(one, place)?.every(
        (path) => isInside(path, place.roots) && !place.roots.some((root) => isInside(root, [path])),
      ) ?? false,
  );
