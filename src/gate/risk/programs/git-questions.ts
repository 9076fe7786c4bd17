import { isSecretFile } from '../../../core/path/sensitive-paths.ts';

type Words = readonly string[];

/**
 * What a git command prints, as far as these words are known: facts (names, numbers, messages), the content of files
 * that it names, or anything. An allow-list: git has more ways to print a file than anybody can forbid one by one.
 */
export function printedBy(words: Words): 'facts' | 'named files' | 'anything' {
  const { name, args } = subcommandOf(words) ?? { name: '', args: [] };
  if (FACTS.has(name)) return args.some((word) => OTHER_TEXT.test(`${name} ${word}`)) ? 'anything' : 'facts';
  const known = KNOWN[name];
  if (known === undefined) return 'anything';
  const { options, operands, paths } = partsOf(args);
  if (!options.every((word) => FACT_OPTION.test(word) || PATCH_OPTION.test(word))) return 'anything';
  const isPatch = known === 'patch' || options.some((word) => PATCH_OPTION.test(word));
  if (paths.length > 0 && paths.every(isPlainFile) && operands.every(isCommit)) return 'named files';
  if (paths.length === 0 && operands.length > 0 && operands.every(isFileAtCommit)) return 'named files';
  const isSummedUp = options.some((word) => SUMMARY.test(word));
  if (isPatch ? !isSummedUp || options.some((word) => PATCH_OPTION.test(word)) : false) return 'anything';
  // A name or a hash may be that of a file, whose content `show` prints whatever the options say.
  return name !== 'show' || operands.every(isHead) ? 'facts' : 'anything';
}

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

function subcommandOf(words: Words): { name: string; args: Words } | undefined {
  const directories = directoriesOf(words);
  if (directories === undefined) return undefined;
  const at = words.findIndex((word, i) => !PLACE_ONLY.has(word) && word !== '-C' && words[i - 1] !== '-C');
  return at === -1 ? undefined : { name: words[at] ?? '', args: words.slice(at + 1) };
}

const FACTS = new Set([
  ...[
    'status',
    'branch',
    'tag',
    'rev-parse',
    'ls-files',
    'ls-tree',
    'describe',
    'merge-base',
    'symbolic-ref',
  ],
  ...['name-rev', 'for-each-ref', 'show-ref', 'show-branch', 'cherry', 'count-objects', 'remote', 'config'],
  ...['check-ignore', 'check-attr', 'worktree', 'shortlog', 'version', 'help', 'rev-list', 'var'],
]);
/** Options with which they print patches or objects, or read a file that is not git's. */
const OTHER_TEXT =
  /^status (-\w*v|--verbose)|^config (-f|--file|--blob)|^\S+ (-[XF]|--(stdin|file|exclude-from|template|patch)|--format.*(raw|contents))/;

/** Those that print patches if nothing else is said, and those that do so on request. */
const KNOWN: Readonly<Record<string, 'patch' | 'facts'>> = {
  ...{ log: 'facts', reflog: 'facts', whatchanged: 'facts' },
  ...{ diff: 'patch', show: 'patch', blame: 'patch' },
};

const FACT_OPTION =
  /^(--(oneline|graph|all|branches|tags|remotes|decorate(=\w+)?|no-decorate|abbrev-commit|no-merges|merges|first-parent|reverse|date-order|topo-order|cached|staged|merge-base|no-color|color(=\w+)?|stat(=[\d,]+)?|shortstat|numstat|name-only|name-status|summary|compact-summary|dirstat|quiet|no-patch|check|exit-code|relative-date|no-renames|(max-count|skip|since|until|after|before|author|committer|grep|date|abbrev)=.*|(format|pretty)(=.*)?)|-\d+|-n\d*|-s|-q|-i|-E|-w|-b)$/;
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
const TAKES_VALUE =
  /^(-n|--(since|until|after|before|author|committer|grep|date|format|pretty|max-count|skip))$/;

function partsOf(args: Words): Parts {
  const end = args.indexOf('--');
  const before = end === -1 ? args : args.slice(0, end);
  const values = before.filter((_, i) => TAKES_VALUE.test(before[i - 1] ?? ''));
  const rest = before.filter((_, i) => !TAKES_VALUE.test(before[i - 1] ?? ''));
  const options = rest.filter(
    (word) => word.startsWith('-') && !(TAKES_VALUE.test(word) && values.length > 0),
  );
  return {
    options,
    operands: rest.filter((word) => !word.startsWith('-')),
    paths: end === -1 ? [] : args.slice(end + 1),
  };
}

const isHead = (word: string): boolean => /^(HEAD|@)([~^]\d*)*$/.test(word);
const isCommit = (word: string): boolean => /^[\w./@~^-]+$/.test(word);
/** A file by its whole name, no pattern, and none that looks like a secret. */
const isPlainFile = (word: string): boolean =>
  /^[\w./@+-]*\.\w+$/.test(word) && !word.includes('..') && !isSecretFile(word);
const isFileAtCommit = (word: string): boolean => {
  const [commit = '', path = '', more] = word.split(':');
  return more === undefined && path !== '' && isCommit(commit) && isPlainFile(path);
};
