import { isInside } from '../../../core/path/paths.ts';
import { type Finding, finding } from '../finding.ts';
import { isSurelyGiven, type ParsedArgv } from '../parse/parse-argv.ts';
import type { Value } from '../parse/words.ts';
import { type Place, pathsOf } from '../place.ts';
import type { Judge, Rule } from './judge.ts';

/** `git checkout a`: a switch where `a` is a branch, and the loss of what was changed where it is a file. */
export function judgeOverwritten({ overwrites }: Rule, parsed: ParsedArgv, judge: Judge): Finding[] {
  if (!overwrites || isSurelyGiven(overwrites.unless, parsed)) return [];
  const { operands } = parsed;
  const place = { ...judge.place, cwds: judge.workTrees ?? judge.place.cwds };
  // Behind a commit stand files.
  return operands.length > 1 || operands.some((value) => mayBeFile(value, place))
    ? [finding('HIGH', overwrites.reason)]
    : [];
}

/** Branches are never written like these. */
const PATTERN = /[*?[\\]|^[:.~]|^\/|\/$/;

function mayBeFile({ text, isKnown, isGlob, origin, alternatives }: Value, place: Place): boolean {
  if (!isKnown || isGlob) return origin !== 'fact' || text !== '';
  return [text, ...(alternatives ?? [])].some((one) => {
    if (one === '-') return false;
    return PATTERN.test(one) || isThere(one, place);
  });
}

/** What lies outside of the open directories, or where nobody can look, may be there. */
function isThere(name: string, place: Place): boolean {
  const paths = pathsOf(name, place);
  if (!paths?.length || !place.entriesOf) return true;
  return paths.some((path) => !isInside(path, place.roots) || place.entriesOf?.(path) !== undefined);
}
