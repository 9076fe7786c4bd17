import type { RulePattern } from '../../core/approval/rule.ts';
import type { RuleSubject } from './rule-subject.ts';

/**
 * Whether rules for commands cover what makes other work of these: an option that raises the risk or is marked in its row
 * of the tables, one that no table has in full, another word behind `git stash`. A rule that names none of it, as a person
 * writes one, covers the options that stand in its beginnings, and any word behind them.
 */
export function isSameWork(
  patterns: readonly RulePattern[],
  { otherWork = [] }: Pick<RuleSubject, 'otherWork'>,
): boolean {
  const forCommands = patterns.filter(({ commands, args }) => commands !== undefined && args === undefined);
  return (
    forCommands.length === 0 ||
    otherWork.every((work) => forCommands.some((pattern) => isNamed(work, pattern)))
  );
}

function isNamed(work: string, { commands = [], otherWork }: RulePattern): boolean {
  if (otherWork) return otherWork.includes(work);
  const option = work.split(' ').at(-1) ?? '';
  return !option.startsWith('-') || commands.some((words) => words.includes(option));
}
