import { isAtLeast } from '../../../core/risk.ts';
import type { GivenOption, ParsedArgv } from '../parse/parse-argv.ts';
import type { Judge, Rule } from './judge.ts';
import { firstMatch } from './judge-text.ts';
import { isForData } from './rule-for.ts';

/**
 * What makes another piece of work of a command than its beginning says: options that raise its risk or are marked so in
 * its row, and options that the row has not in full, which may be anything. What builds and tests is told so much that no
 * table has all of it: there, options whose values could load code are noted by themselves.
 */
export function noteOptions(name: string, rule: Rule, parsed: ParsedArgv, { place: { notes } }: Judge): void {
  if (!notes) return;
  if (isForData(name.split(' ')[0] ?? ''))
    for (const option of parsed.unknown) notes.otherWork.add(`${name} ${option}`);
  for (const given of parsed.options)
    if (isOtherWork(rule, given)) notes.otherWork.add(`${name} ${given.spec.name}`);
}

function isOtherWork(rule: Rule, { spec, value }: GivenOption): boolean {
  const byValue = rule.values?.[spec.name];
  const matched = byValue && value?.isKnown ? firstMatch(byValue, value.text) : undefined;
  if (matched?.isOtherWork || (!matched && spec.isOtherWork)) return true;
  const risk = matched ? matched.risk : spec.risk;
  return risk !== undefined && isAtLeast(risk, 'MEDIUM') && !isAtLeast(rule.risk ?? 'SAFE', risk);
}

/** `pop` behind `git stash`: a standing answer for the first two words may have been for another third one. */
export function noteVerb(
  name: string,
  { risk = 'SAFE', subcommands }: Rule,
  { place: { notes } }: Judge,
): void {
  if (notes && !subcommands && isAtLeast(risk, 'MEDIUM') && name.split(' ').length > 2)
    notes.otherWork.add(name);
}
