import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import type { Judge } from './judge.ts';

const SHOWS_PATCH =
  /^(-p|-u|--patch|-U\d*|--unified.*|-c|--cc|-m|-L.*|--patch-with-\w+|--word-diff.*|--full-diff|-W|--text|-a)$/;
const HIDES_PATCH =
  /^(--stat.*|--name-only|--name-status|--numstat|--shortstat|--dirstat.*|--summary|--no-patch|-s|--raw|--quiet|-q|--check|--compact-summary)$/;

/** The git commands that print what files held, by subcommand: whether these words make them do so. */
const PRINTS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  log: (words) => words.some(isPatch),
  reflog: (words) => words.some(isPatch),
  whatchanged: (words) => words.some(isPatch),
  show: (words) => words.some(isPatch) || !words.some(isHidden),
  diff: (words) => words.some(isPatch) || !words.some(isHidden),
  'diff-tree': (words) => words.some(isPatch),
  'diff-index': (words) => words.some(isPatch),
  'diff-files': (words) => words.some(isPatch),
  stash: (words) => words[0] === 'show' && words.some(isPatch),
  'cat-file': (words) => words.some((word) => /^(-p|blob|--batch.*|--textconv|--filters)$/.test(word)),
  grep: (words) => words.filter((word) => !word.startsWith('-')).length > 1 || words.includes('--cached'),
  archive: () => true,
  'format-patch': () => true,
  'range-diff': () => true,
  'fast-export': () => true,
  bundle: () => true,
};

const isPatch = (word: string): boolean => SHOWS_PATCH.test(word);
const isHidden = (word: string): boolean => HIDES_PATCH.test(word);

/** A command that prints what was committed, where a file that looks like it holds secrets is among that. */
export function judgeHistory(args: readonly Value[], { place }: Judge): Finding[] {
  const { hasCommittedSecrets } = place;
  if (!hasCommittedSecrets) return [];
  const words = args.map(({ text }) => text);
  const at = words.findIndex(
    (word, i) => !word.startsWith('-') && !/^(-C|-c|--git-dir|--work-tree)$/.test(words[i - 1] ?? ''),
  );
  const subcommand = words[at] ?? '';
  const rest = words.slice(at + 1);
  const prints = Object.hasOwn(PRINTS, subcommand) ? PRINTS[subcommand] : undefined;
  if (!prints?.(rest) || isLimited(rest) || !place.cwds.some(hasCommittedSecrets)) return [];
  return [
    finding(
      'MEDIUM',
      `git ${subcommand} may show a committed file that looks like it holds secrets; name the files you need`,
      {
        isSecret: true,
        needs: ['secrets'],
      },
    ),
  ];
}

/** `-- src/a.ts`: only files that are named, which are judged by their names; `HEAD:src/a.ts` likewise. */
function isLimited(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const named = end === -1 ? words.filter((word) => /^[^-:][^:]*:[^:]/.test(word)) : words.slice(end + 1);
  const others = end === -1 ? words.filter((word) => !word.startsWith('-') && !named.includes(word)) : [];
  return (
    named.length > 0 &&
    others.length === 0 &&
    named.every((word) => /\.\w+$/.test(word) && !/[*?[]/.test(word))
  );
}
