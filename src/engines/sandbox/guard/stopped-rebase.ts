import { hash } from 'node:crypto';
import { basename, join } from 'node:path';
import { entriesIn, type NamedEntry } from '../../files/open/disk-names.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import { isReachedByOtherNames, stampOf } from './looks.ts';

/** What git keeps while a rebase, `am`, cherry-pick or revert stops. */
export const isStop = (path: string): boolean =>
  /^(rebase-merge|rebase-apply|sequencer)$/.test(basename(path));

/**
 * What in there may start a program when somebody goes on, and is not what git itself leaves: each such step, and each
 * other such file with its text. A list of what is harmless: later versions of git may read other files.
 */
export function harmsOfStop(directory: string): string[] {
  const known = basename(directory) === 'sequencer' ? SEQUENCER : REBASE;
  return entriesIn(directory).flatMap((entry) => harmsOfEntry(directory, entry, known));
}

type Check = 'any' | ((line: string) => boolean);

function harmsOfEntry(
  directory: string,
  entry: NamedEntry,
  known: readonly (readonly [RegExp, Check])[],
): string[] {
  const check = known.find(([names]) => names.test(entry.name))?.[1];
  const path = join(directory, entry.name);
  // A link would have git read somebody else's file, and what is too large to be read may hold anything.
  const isPlain = entry.isFile() && !isReachedByOtherNames(path);
  if (check === 'any' && isPlain) return [];
  const text = isPlain ? readIfSmall(path) : undefined;
  if (text === undefined) return [`${entry.name} ${stampOf(path)}`];
  const lines = text
    .split('\n')
    .filter((line) => check === undefined || check === 'any' || !check(line.trim()));
  // Git moves a step from one file to another when it is done.
  if (check === isStep) return lines;
  return lines.length > 0 ? [`${entry.name} ${hash('sha256', text)}`] : [];
}

const matches =
  (pattern: RegExp): Check =>
  (line) =>
    pattern.test(line);

/** Git runs `git-merge-NAME` for any other name. */
const STRATEGY = /^(ort|recursive|resolve|ours|subtree|octopus|)$/;
const OPTION = /^'?--[\w-]+(=[\w./%-]*)?'?$/;
const APPLIED_WITH =
  /^'?(-[Cp]\d+|--(ignore-whitespace|ignore-space-change|3way|reject)|--(whitespace|directory|include|exclude)=[\w./*-]+)'?$/;
/** Not a file, which some formats of signatures would take. */
const KEY = /^[\w@.+-]*$/;
const STEP =
  /^(|p|pick|revert|e|edit|r|reword|f|fixup|s|squash|b|break|l|label|t|reset|m|merge|d|drop|u|update-ref|noop|[^\w\s].*)$/;
const IDENTITY = /^(|GIT_AUTHOR_(NAME|EMAIL|DATE)='([^'\\]|'\\['!]')*')$/;

const words =
  (pattern: RegExp): Check =>
  (line) =>
    line.split(/\s+/).every((word) => word === '' || pattern.test(word));
const isStep: Check = (line) => STEP.test(line.split(/\s/, 1)[0] ?? '');
const isHash = matches(/^[0-9a-f]{0,64}$/);
const isFlag = matches(/^[\w-]{0,16}$/);

const REBASE: readonly (readonly [RegExp, Check])[] = [
  [/^(git-rebase-todo(\.backup)?|done)$/, isStep],
  [/^strategy$/, matches(STRATEGY)],
  [/^strategy_opts$/, words(OPTION)],
  [/^apply-opt$/, words(APPLIED_WITH)],
  [/^gpg_sign_opt$/, (line) => KEY.test(line.replace(/^-S/, ''))],
  [/^author-script$/, matches(IDENTITY)],
  [/^head-name$/, matches(/^(refs\/\S+|detached HEAD|)$/)],
  [/^refs-to-delete$/, matches(/^(refs\/rewritten\/\S+|)$/)],
  [/^(onto|orig-head|stopped-sha|squash-onto|amend|autostash|abort-safety|original-commit)$/, isHash],
  // Messages, patches, and what was done so far: read as text, and as names of commits and branches.
  [/^(message(-squash|-fixup)?|patch|final-commit|patch-merge-index|info|msg(-clean)?|\d+)$/, 'any'],
  [/^(rewritten(-list|-pending)?|current-fixups|update-refs)$/, 'any'],
  [
    /^(interactive|msgnum|end|next|last|quiet|verbose|signoff|sign|rebasing|applying|threeway|utf8|keep|messageid|scissors|quoted-cr|dirtyindex|empty|no_verify|force-rewrite|ignore_date|cdate_is_adate|allow_rerere_autoupdate|(drop|keep)_redundant_commits|(no-)?reschedule-failed-exec)$/,
    (line) => isFlag !== 'any' && (isFlag(line) || /^--[\w-]+$/.test(line)),
  ],
];

const SETTING =
  /^(no-commit|edit|allow-empty|allow-empty-message|drop-redundant-commits|keep-redundant-commits|signoff|record-origin|allow-ff|mainline|allow-rerere-auto|default-msg-cleanup)\s*=\s*[\w-]+$/;

const SEQUENCER: readonly (readonly [RegExp, Check])[] = [
  [/^(todo|done)$/, isStep],
  [/^(head|abort-safety)$/, isHash],
  [
    /^opts$/,
    (line) => {
      const [, key, value = ''] = /^(strategy|strategy-option|gpg-sign)\s*=\s*(\S*)$/.exec(line) ?? [];
      if (key === 'strategy') return STRATEGY.test(value);
      if (key === 'gpg-sign') return KEY.test(value);
      if (key === 'strategy-option') return OPTION.test(`--${value}`);
      return line === '' || line === '[options]' || SETTING.test(line);
    },
  ],
];
