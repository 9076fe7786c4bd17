import { resolve } from 'node:path';
import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import { directoriesOf, filesNamedIn, hashesIn, printedBy } from './git-questions.ts';
import type { Judge } from './judge.ts';

/** A command that may print what was committed, where a file that looks like it holds secrets is among that. */
export function judgeHistory(args: readonly Value[], { place }: Judge): Finding[] {
  const { hasCommittedSecrets, cwds } = place;
  if (!hasCommittedSecrets) return [];
  const words = args.map(({ text }) => text);
  const printed = args.every(({ isKnown }) => isKnown) ? printedBy(words) : 'anything';
  const ways = directoriesOf(words);
  const isFile = (name: string): boolean =>
    !place.readText ||
    cwds.every((cwd) => place.readText?.(resolve(cwd, ...(ways ?? []), name)) !== undefined);
  if (printed === 'facts' || (printed === 'named files' && filesNamedIn(words).every(isFile))) return [];
  if (PRINTS_NOTHING.has(subcommandIn(words))) return [];
  const reach = REACHES_BACK.test(words.join(' ')) ? 'history' : 'index';
  const places =
    ways === undefined ? undefined : cwds.map((cwd) => ways.reduce((at, way) => resolve(at, way), cwd));
  if (
    places &&
    !ways?.includes('') &&
    !places.some((directory) => hasCommittedSecrets(directory, reach, hashesIn(words)))
  )
    return [];
  return [
    finding(
      'MEDIUM',
      `git ${subcommandIn(words)} may show a committed file that looks like it holds secrets; name the files you need`,
      { isSecret: true, needs: ['secrets'] },
    ),
  ];
}

const subcommandIn = (words: readonly string[]): string =>
  words.find(
    (word, i) => !word.startsWith('-') && !/^(-C|-c|--git-dir|--work-tree)$/.test(words[i - 1] ?? ''),
  ) ?? '';

/** They change something, or go elsewhere, and are asked about for that. */
const PRINTS_NOTHING = new Set([
  ...[
    'add',
    'commit',
    'rm',
    'mv',
    'reset',
    'restore',
    'checkout',
    'switch',
    'fetch',
    'pull',
    'push',
    'merge',
  ],
  ...[
    'rebase',
    'cherry-pick',
    'revert',
    'gc',
    'fsck',
    'init',
    'clone',
    'clean',
    'prune',
    'bisect',
    'am',
    'apply',
  ],
]);

/** What is not about the last commit, the index and the files as they are can be about any commit. */
const REACHES_BACK =
  /(^| )(log|reflog|whatchanged|rev-list|cat-file|archive|format-patch|range-diff|fast-export|bundle|stash|grep .*\S+ .*|(show|diff)( -\S+)* (?!HEAD( |$)|--( |$)|-)\S+.*)( |$)|--submodule/;
