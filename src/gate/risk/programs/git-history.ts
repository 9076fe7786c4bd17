import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import { directoriesFrom, isFile, pathsOf } from '../place.ts';
import {
  comparesWithLastCommit,
  directoriesOf,
  filesNamedIn,
  hashesIn,
  printedBy,
  subcommandOf,
} from './git-questions.ts';
import type { Judge } from './judge.ts';

/**
 * A command that may print what was committed, where a file that looks like it holds secrets is among that. Asked where
 * git would see the history as it is; in the closed sandbox it sees a copy without them.
 */
export function judgeHistory(args: readonly Value[], { place }: Judge): Finding[] {
  const { hasCommittedSecrets } = place;
  if (!hasCommittedSecrets) return [];
  const words = args.map(({ text }) => text);
  const isKnown = args.every((arg) => arg.isKnown);
  const printed = isKnown ? printedBy(words) : 'any version';
  const ways = directoriesOf(words);
  const places = (ways && directoriesFrom(ways, place)) ?? [];
  const isThere = (name: string): boolean =>
    !place.readText ||
    (pathsOf(name, { ...place, cwds: places })?.every((path) => isFile(path, place)) ?? false);
  if (printed === 'facts' || (printed === 'named files' && filesNamedIn(words).every(isThere))) return [];
  const { name = '' } = subcommandOf(words) ?? {};
  if (CHANGES.has(name) && !words.some((word) => SHOWS.test(word))) return [];
  const reach = isKnown && comparesWithLastCommit(words) ? 'last commit' : 'history';
  if (
    printed !== 'any object' &&
    places.length > 0 &&
    !places.some((directory) => hasCommittedSecrets(directory, reach, hashesIn(words)))
  )
    return [];
  return [
    finding(
      'MEDIUM',
      `git ${name} may show a committed file that looks like it holds secrets; name the files you need`,
      { isSecret: true, needs: ['secrets'] },
    ),
  ];
}

/** They change something, or go elsewhere, and are asked about for that. */
const CHANGES = new Set(
  (
    'add commit rm mv reset restore checkout switch fetch pull push merge rebase cherry-pick revert gc init clone ' +
    'clean prune apply'
  ).split(' '),
);
/** `git rebase --show-current-patch`, `git commit --dry-run -v`, and whatever is cut short from that. */
const SHOWS = /^(--(sh|dr|verb|patch|inter)|-[A-Za-z]*[vpi])/;
