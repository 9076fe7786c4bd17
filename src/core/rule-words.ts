import type { Approval } from './approval.ts';
import type { RulePattern } from './rule.ts';

/** What a rule is about, as a person reads it; empty where it is about every call of its tool. */
export const patternInWords = ({ paths, commands, hosts, actions, args }: RulePattern): string[] => [
  ...(paths ? [`paths ${paths.join(', ')}`] : []),
  ...(commands ? [`commands ${commands.map((words) => words.join(' ')).join(', ')}`] : []),
  ...(hosts ? [`hosts ${hosts.join(', ')}`] : []),
  ...(actions ? [`actions ${actions.join(', ')}`] : []),
  ...(args === undefined ? [] : ['these arguments only']),
];

/** What an answer that lasts would cover, so that nobody allows more than they read; undefined where none may. */
export const coverageInWords = ({ card, tool }: Pick<Approval, 'card' | 'tool'>): string | undefined =>
  card.scopes.length > 1
    ? patternInWords(card.remember).join('; ') || `every call of ${tool} at this risk`
    : undefined;
