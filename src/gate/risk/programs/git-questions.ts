import { showsFacts } from '../../../core/git/format-fields.ts';
import { isSecretFile } from '../../../core/path/sensitive-paths.ts';

type Words = readonly string[];

/** `any object`: also what no branch leads to, such as a file that was added once and taken back. */
type Printed = 'facts' | 'named files' | 'any version' | 'any object';

/**
 * What a git command prints, as far as these words are known: facts (names, numbers, messages), the content of files
 * that it names, or anything. An allow-list: git has more ways to print a file than anybody can forbid one by one.
 */
export function printedBy(words: Words): Printed {
  if (words.length === 1 && /^(--version|--help|-v|-h)$/.test(words[0] ?? '')) return 'facts';
  const { name, args } = subcommandOf(words) ?? { name: '', args: [] };
  if (args.some((word) => FROM_INPUT.test(word)) || name === 'cat-file') return 'any object';
  if (name === 'grep') return isGrepOfFiles(args) ? 'named files' : 'any version';
  if (name === 'status') return args.every((word) => STATUS_WORD.test(word)) ? 'facts' : 'any version';
  if (FACTS.has(name))
    return args.every((word) => showsFacts(word) && !OTHER_TEXT.test(`${name} ${word}`))
      ? 'facts'
      : 'any version';
  const known = KNOWN[name];
  const parts = known && partsOf(args);
  if (!parts?.options.every((word) => FACT_OPTION.test(word) || PATCH_OPTION.test(word)))
    return 'any version';
  const { options, operands, paths } = parts;
  const isEverywhere = options.some((word) => /^--(all|branches|tags|remotes)$/.test(word));
  if (paths.length > 0 && paths.every(isPlainFile) && operands.every(isCommit)) return 'named files';
  if (
    name === 'show' &&
    !isEverywhere &&
    paths.length === 0 &&
    operands.length > 0 &&
    operands.every(isFileAtCommit)
  )
    return 'named files';
  const asksForPatch = options.some((word) => PATCH_OPTION.test(word));
  const isSummedUp = options.some((word) => SUMMARY.test(word));
  if (name === 'blame' || asksForPatch || (known === 'patch' && !isSummedUp)) return 'any version';
  // A hash may be that of a file, whose content `show` prints whatever the options say.
  return name !== 'show' || operands.every(isHead) ? 'facts' : 'any version';
}

/** Which objects are meant comes from elsewhere; options may be cut short. */
const FROM_INPUT = /^--(std?i?n?|batch.*)$/;

/** `git diff`, `git diff --cached`, `git diff HEAD`: of the files, the index and the last commit. */
export function comparesWithLastCommit(words: Words): boolean {
  const { name, args } = subcommandOf(words) ?? { name: '', args: [] };
  const parts = name === 'diff' ? partsOf(args) : undefined;
  return (
    parts?.options.every((word) => FACT_OPTION.test(word) || PATCH_OPTION.test(word)) === true &&
    parts.operands.every((word) => word === 'HEAD' || word === '@')
  );
}

/** `git grep -n word -- src/a.ts`: of the files as they are. */
function isGrepOfFiles(args: Words): boolean {
  const end = args.indexOf('--');
  const [before, paths] = [args.slice(0, end), args.slice(end + 1)];
  const operands = before.filter((word) => !word.startsWith('-'));
  const isPlain = before.every((word) => !word.startsWith('-') || /^-[niwlcEFhHo]+$/.test(word));
  return end !== -1 && isPlain && operands.length === 1 && paths.length > 0 && paths.every(isPlainFile);
}

/** The files whose content is printed, if there are any. */
export function filesNamedIn(words: Words): Words {
  const parts = partsOf(subcommandOf(words)?.args ?? []);
  return [...(parts?.paths ?? []), ...(parts?.operands ?? []).flatMap((word) => word.split(':').slice(1))];
}

/** Operands that may be the hash of anything. */
export const hashesIn = (words: Words): Words =>
  words
    .filter((word) => !word.startsWith('-'))
    .flatMap((word) => word.split(/\.{2,3}/))
    // `v1.2-5-gabc1234` is a hash as well.
    .flatMap((word) => /(?:^|-g)([0-9a-f]{4,64})([~^:@].*)?$/is.exec(word)?.[1] ?? []);

/** The directories that `-C` goes to, one after the other; undefined where other options say which repository is meant. */
export function directoriesOf(words: Words): readonly string[] | undefined {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-C') found.push(words[++at] ?? '');
    else if (!PLACE_ONLY.has(word)) return word.startsWith('-') ? undefined : found;
  }
  return found;
}

const PLACE_ONLY = new Set(['--no-pager', '-P', '--no-optional-locks']);

export function subcommandOf(words: Words): { name: string; args: Words } | undefined {
  const directories = directoriesOf(words);
  if (directories === undefined) return undefined;
  const at = words.findIndex((word, i) => !PLACE_ONLY.has(word) && word !== '-C' && words[i - 1] !== '-C');
  return at === -1 ? undefined : { name: words[at] ?? '', args: words.slice(at + 1) };
}

const FACTS = new Set([
  ...['branch', 'tag', 'rev-parse', 'ls-files', 'ls-tree', 'describe', 'merge-base', 'symbolic-ref'],
  ...['name-rev', 'for-each-ref', 'show-ref', 'show-branch', 'cherry', 'count-objects', 'remote', 'config'],
  ...['check-ignore', 'check-attr', 'worktree', 'shortlog', 'version', 'help', 'rev-list', 'var'],
]);
/** Options with which they print patches or objects, or read a file that is not git's. */
const OTHER_TEXT = /^config (-f|--[fb])|^\S+ (-[XF]|--(stdin|file|exclude-|template|patch))/;

const STATUS_WORD =
  /^(-[sbz]+|-u(no|normal|all)?|--(short|branch|long|show-stash|ignored|ahead-behind|no-ahead-behind|no-renames|column|no-column|porcelain(=v?\d)?|untracked-files(=\w+)?)|--|[\w@+][\w./@+-]*|\.)$/;

/** Those that print patches if nothing else is said, and those that do so on request. */
const KNOWN: Readonly<Record<string, 'patch' | 'facts'>> = {
  ...{ log: 'facts', reflog: 'facts', whatchanged: 'facts' },
  ...{ diff: 'patch', show: 'patch', blame: 'patch' },
};

const FACT_OPTION =
  /^(--(oneline|graph|all|branches|tags|remotes|decorate(=\w+)?|no-decorate|abbrev-commit|no-merges|merges|first-parent|reverse|date-order|topo-order|cached|staged|merge-base|no-color|color(=\w+)?|stat(=[\d,]+)?|shortstat|numstat|name-only|name-status|summary|compact-summary|dirstat|quiet|no-patch|exit-code|relative-date|no-renames|(max-count|skip|since|until|after|before|author|committer|grep|date|abbrev)=.*|(format|pretty)(=.*)?)|-\d+|-n\d*|-s|-q|-i|-E|-w|-b)$/;
const PATCH_OPTION =
  /^(-p|-u|--patch|-U\d+|--unified=\d+|--word-diff(=\w+)?|-L\d+,\+?\d+|--ignore-\w[\w-]*)$/;
const SUMMARY =
  /^(--(stat.*|shortstat|numstat|name-only|name-status|summary|compact-summary|dirstat|quiet|no-patch)|-s|-q)$/;

interface Parts {
  readonly options: Words;
  readonly operands: Words;
  /** Behind `--`. */
  readonly paths: Words;
}

/** Options that take the next word: `-n 5`, `--since yesterday`. */
const TAKES_VALUE = /^(-n|--(max-count|skip|since|until|after|before|author|committer|grep))$/;

/** Undefined where a value looks like an option: git may take it for one. */
function partsOf(args: Words): Parts | undefined {
  const options: string[] = [];
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '--') return { options, operands, paths: args.slice(at + 1) };
    if (TAKES_VALUE.test(word)) {
      if (!/^[^-]/.test(args[++at] ?? '')) return undefined;
    } else (word.startsWith('-') ? options : operands).push(word);
  }
  return { options, operands, paths: [] };
}

const isHead = (word: string): boolean => /^(HEAD|@)([~^]\d*)*$/.test(word);
/** By name: a hash could be that of a file. */
const isCommit = (word: string): boolean =>
  isHead(word) ||
  (/^[A-Za-z][\w./~^-]*$/.test(word) && !/(^|-g)[0-9a-f]{4,64}\b/i.test(word) && !/_HEAD\b/.test(word));
/** A file by its whole name, no pattern, and none that looks like a secret. */
const isPlainFile = (word: string): boolean =>
  /^[\w./@+-]*\.\w+$/.test(word) && !word.includes('..') && !isSecretFile(word);
const isFileAtCommit = (word: string): boolean => {
  const [commit = '', path = '', more] = word.split(':');
  return more === undefined && path !== '' && isCommit(commit) && isPlainFile(path);
};
