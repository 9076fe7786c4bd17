import { fromAnywhere } from '../../core/path/from-anywhere.ts';
import { spelledFrom } from '../../core/path/meanings.ts';
import { type SearchedTree, wholeTree } from '../../core/path/searched-tree.ts';
import { goesUpFromFound, LONGEST_PATTERN } from '../../core/path/wildcards.ts';
import { FILE_KINDS } from './file-kinds.ts';
import { namesIn, type OptionTable, type ParsedWords, parseWords } from './search-options.ts';

type Words = readonly string[];
type Trees = readonly SearchedTree[];

/** Directories, and patterns of files, whose contents a command reads; undefined where its words do not tell. */
export function treesOf([program = '', ...words]: Words, cwds: readonly string[]): Trees | undefined {
  if (program === 'rg') return ofRipgrep(words, cwds);
  if (/^[ef]?grep$/.test(program)) return ofGrep(words, cwds);
  if (program === 'ag') return ofAg(words, cwds);
  if (program === 'git') return ofGitGrep(words, cwds);
  if (program === 'diff') return ofDiff(words, cwds);
  if (program === 'find') return ofFind(words, cwds);
  if (program === 'sed') return ofSed(words, cwds);
  return inFiles(
    words.filter((word) => !word.startsWith('-')),
    cwds,
  );
}

/** What a copy, an archive or a transfer takes along. */
export const carriedTrees = (words: Words, cwds: readonly string[]): Trees =>
  places(
    words.slice(1).filter((word) => !word.startsWith('-')),
    cwds,
  ).map(wholeTree);

const GLOB = /[*?[]/;
/** What a shell puts in place of these is not known here; nor what lies above the links that a pattern may find. */
const isUnknown = (word: string): boolean =>
  word.length > LONGEST_PATTERN || /^$|^~|[(){}$`\\]/.test(word) || goesUpFromFound(word);

/** Each word under every directory it may be meant in, a pattern as the directory above it. */
const places = (words: Words, cwds: readonly string[]): string[] =>
  words.flatMap((word) => cwds.map((cwd) => spelledFrom(cwd, beforeGlob(word))));

const beforeGlob = (word: string): string =>
  GLOB.test(word) ? word.slice(0, word.lastIndexOf('/', word.search(GLOB)) + 1) || '.' : word;

/** Files that are named one by one, or with patterns, by a program that goes into no directory. */
function inFiles(words: Words, cwds: readonly string[]): Trees | undefined {
  if (words.includes('')) return undefined;
  const patterns = words.filter((word) => GLOB.test(word));
  if (patterns.some(isUnknown)) return undefined;
  return patterns.flatMap((word) => cwds.map((cwd) => matchedBy(word, cwd)));
}

/** `conf/*.yml`: the files that a shell puts in its place, links and, as zsh may be set up, hidden names among them. */
function matchedBy(word: string, cwd: string): SearchedTree {
  const base = beforeGlob(word);
  const pattern = word.slice(base === '.' ? 0 : base.length);
  return {
    ...wholeTree(spelledFrom(cwd, base)),
    followsLinks: true,
    globs: [`/${pattern}`],
    isOnlyNamed: true,
    depth: pattern.includes('**') ? Number.POSITIVE_INFINITY : pattern.split('/').length,
  };
}

const GREP: OptionTable = {
  valueLetters: 'ABCDdefm',
  flagLetters: 'EFGHILPRTUVZabchilnoqrsuvwxyz0123456789',
  values: namesIn(
    'after-context before-context context max-count regexp file include exclude exclude-dir binary-files directories devices label group-separator',
  ),
  flags: namesIn(
    'recursive dereference-recursive ignore-case no-ignore-case line-number with-filename no-filename files-with-matches files-without-match count only-matching invert-match word-regexp line-regexp extended-regexp fixed-strings basic-regexp perl-regexp quiet silent no-messages text null null-data line-buffered color colour byte-offset initial-tab no-group-separator',
  ),
};

function ofGrep(words: Words, cwds: readonly string[]): Trees | undefined {
  const parsed = parseWords(words, GREP);
  if (!parsed || words.includes('')) return undefined;
  const files = withoutPattern(parsed, ['e', 'f', 'regexp', 'file']);
  if (!has(parsed, 'r', 'R', 'recursive', 'dereference-recursive', 'd', 'directories'))
    return inFiles(files, cwds);
  const globs = valuesOf(parsed, 'include');
  const [first] = parsed.options.filter(([name]) => name === 'include' || name === 'exclude');
  return ofDirectories(files, cwds, {
    followsLinks: has(parsed, 'R', 'dereference-recursive'),
    globs,
    // Behind one that leaves out, the others only say what is not left out.
    isOnlyNamed: first?.[0] === 'include',
  });
}

const RIPGREP: OptionTable = {
  valueLetters: 'ABCEMTdefgjmrt',
  flagLetters: '.0abcFhHiIlLnNopPqsSuUvVwx',
  values: namesIn(
    'after-context before-context context color colors context-separator dfa-size-limit encoding engine field-context-separator field-match-separator file glob max-columns max-count max-depth maxdepth max-filesize path-separator regex-size-limit regexp replace sort sortr threads type type-not',
  ),
  flags: namesIn(
    'binary block-buffered byte-offset case-sensitive column no-column count count-matches crlf files files-with-matches files-without-match fixed-strings follow no-follow heading no-heading hidden no-hidden ignore-case include-zero invert-match json line-buffered line-number no-line-number line-regexp max-columns-preview mmap no-mmap multiline multiline-dotall no-config no-filename no-ignore no-ignore-dot no-ignore-exclude no-ignore-files no-ignore-global no-ignore-parent no-ignore-vcs no-require-git no-messages no-unicode null null-data one-file-system only-matching passthru pcre2 pretty quiet smart-case sort-files stats text trim type-list unrestricted vimgrep with-filename word-regexp version help',
  ),
};

function ofRipgrep(words: Words, cwds: readonly string[]): Trees | undefined {
  const parsed = parseWords(words, RIPGREP);
  if (!parsed || words.includes('')) return undefined;
  if (has(parsed, 'files', 'type-list', 'version', 'help', 'V')) return [];
  const files = withoutPattern(parsed, ['e', 'f', 'regexp', 'file']);
  const raw = parsed.options.filter(([name]) => name === 'u' || name === 'unrestricted').length;
  const kinds = valuesOf(parsed, 't', 'type');
  // It takes such a pattern for a comment.
  const globs = valuesOf(parsed, 'g', 'glob').filter((glob) => !glob.startsWith('#'));
  const isKind = kinds.length > 0 && kinds.every((kind) => Object.hasOwn(FILE_KINDS, kind));
  // A pattern shows a file whatever its kind is; to leave the kinds out finds more, never less.
  const isNamed = globs.some((glob) => !glob.startsWith('!'));
  const depth = valuesOf(parsed, 'd', 'max-depth', 'maxdepth').at(-1);
  const trees = ofDirectories(files, cwds, {
    isHiddenToo: has(parsed, '.', 'hidden') || raw > 1,
    isIgnoredToo: raw > 0 || parsed.options.some(([name]) => name.startsWith('no-ignore')),
    followsLinks: has(parsed, 'L', 'follow'),
    globs: isKind && !isNamed ? [...kinds.map((kind) => FILE_KINDS[kind] ?? '*'), ...globs] : globs,
    isOnlyNamed: isKind || isNamed,
    ...(depth !== undefined && { depth: Math.max(1, Number(depth) || 1000) }),
  });
  return trees?.map((tree) => ({
    ...tree,
    globs: tree.globs.flatMap((glob) => cwds.flatMap((cwd) => fromAnywhere(glob, tree.path, cwd))),
  }));
}

const AG: OptionTable = {
  valueLetters: '',
  flagLetters: 'cFilLnoQsSvw',
  values: namesIn(''),
  flags: namesIn('ts js python ruby go rust java nocolor nogroup literal ignore-case smart-case hidden'),
};

function ofAg(words: Words, cwds: readonly string[]): Trees | undefined {
  const parsed = parseWords(words, AG);
  const isHiddenToo = parsed !== undefined && has(parsed, 'hidden');
  return parsed && ofDirectories(parsed.operands.slice(1), cwds, { isHiddenToo, isIgnoredToo: isHiddenToo });
}

/** What is committed is judged elsewhere; only with these it goes through the directory. */
const ofGitGrep = (words: Words, cwds: readonly string[]): Trees =>
  words[0] === 'grep' && words.some((word) => /^--(u|no-(i|e))/.test(word))
    ? cwds.map((cwd) => ({ ...wholeTree(cwd), isIgnoredToo: words.some((word) => /^--no-/.test(word)) }))
    : [];

/** `git diff a b` compares whatever lies there, as `diff -r` does, where one of them is not in its repository. */
export function comparedTrees(
  words: Words,
  { cwds, isTracked }: { readonly cwds: readonly string[]; readonly isTracked: boolean },
): Trees {
  const named = words.filter((word) => !word.startsWith('-'));
  const isElsewhere = !isTracked || named.some((word) => /^[/~]|(^|\/)\.\.(\/|$)/.test(word));
  return named.length > 1 && isElsewhere ? places(named, cwds).map(wholeTree) : [];
}

const PLAIN_DIFF = /^(-[abBEiNqrstTuwyZ\d]+|--(unified|brief|recursive|side-by-side|color)(=\w+)?)$/;

const ofDiff = (words: Words, cwds: readonly string[]): Trees | undefined => {
  const files = words.filter((word) => !word.startsWith('-'));
  const isPlain = words.every((word) => !word.startsWith('-') || PLAIN_DIFF.test(word));
  // It goes where links in the directories lead.
  return isPlain && !files.some(isUnknown) ? ofDirectories(files, cwds, { followsLinks: true }) : undefined;
};

/** Conditions on names and times: what they let through is some of the files, and is handed on whole. */
const CONDITION = /^-(i?name|i?path|type|maxdepth|mindepth|mtime|mmin|size|newer)$/;
const JOINS = /^-(print0?|a|and)$/;
const OPERATOR = /^-(prune|o|or|not)$|^!$|^\\?[()]$/;

function ofFind(words: Words, cwds: readonly string[]): Trees | undefined {
  const start = words.findIndex((word) => /^[-!(\\]/.test(word));
  const conditions = start === -1 ? [] : words.slice(start);
  const from = start === -1 ? words : words.slice(0, start);
  const run = conditions.indexOf('-exec');
  if (run === -1) return [];
  const end = conditions.findIndex((word, i) => i > run && (word === ';' || word === '+'));
  const asked = askedOf(conditions.slice(0, run));
  if (end !== conditions.length - 1 || !asked || from.some(isUnknown)) return undefined;
  const glob = asked.get('-name') ?? '';
  const isNamed = !isUnknown(glob);
  return ofDirectories(from, cwds, {
    globs: isNamed ? [glob] : [],
    isOnlyNamed: isNamed,
    followsLinks: asked.get('-type') !== 'f',
  });
}

/**
 * The conditions that hold for all that is found: each of them, where all have to hold; none, where an operator makes more
 * of them. Undefined where a word is not known.
 */
function askedOf(words: Words): ReadonlyMap<string, string> | undefined {
  const asked = new Map<string, string>();
  let isJoined = true;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (CONDITION.test(word)) asked.set(word, words[++i] ?? '');
    else if (OPERATOR.test(word)) isJoined = false;
    else if (!JOINS.test(word)) return undefined;
  }
  return isJoined ? asked : new Map();
}

function ofSed(words: Words, cwds: readonly string[]): Trees | undefined {
  const parsed = parseWords(words, {
    valueLetters: 'ef',
    flagLetters: 'nErsuz',
    values: namesIn('expression file'),
    flags: namesIn('quiet silent regexp-extended'),
  });
  return parsed && inFiles(withoutPattern(parsed, ['e', 'f', 'expression', 'file']), cwds);
}

const has = ({ options }: ParsedWords, ...names: readonly string[]): boolean =>
  options.some(([name]) => names.includes(name));
const valuesOf = ({ options }: ParsedWords, ...names: readonly string[]): string[] =>
  options.filter(([name]) => names.includes(name)).map(([, value]) => value);

const withoutPattern = (parsed: ParsedWords, patterns: readonly string[]): Words =>
  parsed.operands.slice(has(parsed, ...patterns) ? 0 : 1);

function ofDirectories(
  words: Words,
  cwds: readonly string[],
  more: Partial<SearchedTree>,
): Trees | undefined {
  if (words.some(isUnknown)) return undefined;
  return places(words.length > 0 ? words : ['.'], cwds).map((path) => ({ ...wholeTree(path), ...more }));
}
