import { ACCESS_WORDS } from '../process/sandbox.ts';
import { visible } from '../text/visible.ts';
import type { Approval } from './approval.ts';
import { LOCAL, type RulePattern, SHOWN } from './rule.ts';

/** What a rule is about, as a person reads it; empty where it is about every call of its tool. */
export const patternInWords = (pattern: RulePattern): string[] => {
  const {
    paths,
    commands,
    hosts,
    remote,
    servers,
    actions,
    args,
    place,
    at: workplaces = [],
    told = [],
    options = [],
    otherWork = [],
    choices = [],
    roots = [],
    access,
    caches,
    scripts,
    principal = LOCAL,
  } = pattern;
  const named: readonly unknown[] = workplaces.length > 0 ? workplaces : [place];
  const where = workplaces.length > 0 ? `${workplaces.join(', ')} itself` : place;
  const at = where === undefined ? '' : ` in ${where}`;
  return [
    ...(paths ? [`paths ${paths.join(', ')}`] : []),
    ...(commands ? [`${inWords(commands)}${at}`] : []),
    ...(hosts ? [`hosts ${hosts.join(', ')}`] : []),
    ...(remote ? [`files in ${remote.join(', ')}`] : []),
    ...(servers
      ? [`any request to the server on port ${servers.join(', ')}, by commands that only read`]
      : []),
    ...(actions ? [`actions ${actions.join(', ')}`] : []),
    ...(args === undefined ? [] : ['these arguments only']),
    ...(where === undefined || commands ? [] : [`in ${where}`]),
    // One that differs in nothing else must not read the same: an answer for one directory is none for the one above.
    ...(roots.some((root) => !named.includes(root)) ? [`where only ${roots.join(', ')} can be changed`] : []),
    ...(choices.length > 0 ? [`with ${choices.join(', ')}`] : []),
    ...(access?.length ? [`may ${access.map((one) => ACCESS_WORDS[one]).join('; ')}`] : []),
    ...(caches ? ['may change the caches of package managers and build tools in the home directory'] : []),
    ...(options.length > 0
      ? [`with ${options.join(', ')}, and no other option that could load code or settings`]
      : []),
    ...(beyond(otherWork, commands).length > 0
      ? [`with ${beyond(otherWork, commands).join(', ')}, and nothing else that makes it other work`]
      : []),
    ...(told.length > 0
      ? [`with settings from ${told.map(inWordsOf).join(', ')}, and from no other file`]
      : []),
    ...(scripts ? ['as long as the script stays as it is'] : []),
    ...(principal === LOCAL ? [] : [`for ${principal}`]),
  ];
};

/** What a beginning of a command says already is not said again. */
const beyond = (otherWork: readonly string[], commands: RulePattern['commands'] = []): readonly string[] =>
  otherWork.filter((one) => !commands.some((words) => words.join(' ') === one));

const inWordsOf = ({ path, sha256 }: NonNullable<RulePattern['told']>[number]): string =>
  sha256 === undefined ? path : `${path} as it is now`;

const inWords = (commands: NonNullable<RulePattern['commands']>): string =>
  commands.some(([first]) => first?.startsWith(SHOWN))
    ? 'exactly what is shown, as long as nothing of it changes'
    : `${commands.map((words) => words.join(' ')).join(', ')}`;

/** What a no that lasts would cover; it may last however risky the call is. */
export const refusalInWords = ({ card, tool, risk }: Pick<Approval, 'card' | 'tool' | 'risk'>): string =>
  visible(patternInWords(card.remember).join('; ')) ||
  `every call of ${tool}${risk === 'LOW' ? ' that is LOW' : ''}`;

/** What an answer that lasts would cover, so that nobody allows more than they read; undefined where none may. */
export const coverageInWords = ({ card, tool }: Pick<Approval, 'card' | 'tool'>): string | undefined =>
  card.scopes.length > 1
    ? visible(patternInWords(card.remember).join('; ')) || `every call of ${tool} at this risk`
    : undefined;
