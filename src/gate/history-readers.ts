type Words = readonly string[];

/**
 * Whether all a line does is to ask git about its history and to filter what that prints. Such a line is judged by what
 * git would print. Any other program could read the history itself, and with it every secret that was ever committed.
 */
export function readsHistoryOnly(commands: readonly Words[], line: unknown): boolean {
  if (!commands.some(isGit)) return false;
  if (typeof line === 'string' && !isPlain(line)) return false;
  return commands.every((words) => (isGit(words) ? isQuestion(words) : isFilter(words)));
}

export const isGit = ([program]: Words): boolean => program === 'git';

/** Nothing in it puts a file, a variable or another command into its words or its input. */
const isPlain = (line: string): boolean =>
  !/[$`<>(){}\\\n*?[\]~]/.test(line.replace(/'[^']*'|"[^"$`\\]*"/g, ''));

const QUESTIONS = new Set([
  ...['status', 'log', 'shortlog', 'reflog', 'diff', 'show', 'branch', 'tag', 'rev-parse', 'rev-list'],
  ...[
    'ls-files',
    'ls-tree',
    'describe',
    'merge-base',
    'symbolic-ref',
    'name-rev',
    'for-each-ref',
    'show-ref',
  ],
  ...['show-branch', 'cherry', 'count-objects', 'remote', 'config', 'whatchanged', 'diff-tree', 'diff-index'],
  ...['diff-files', 'blame', 'grep', 'stash', 'worktree', 'check-ignore', 'check-attr', 'submodule'],
]);

const PLACE_ONLY = new Set(['--no-pager', '-P', '--no-optional-locks']);

/** Behind options that say no more than where. */
function isQuestion([, ...words]: Words): boolean {
  const at = words.findIndex((word, i) => !PLACE_ONLY.has(word) && word !== '-C' && words[i - 1] !== '-C');
  return QUESTIONS.has(words[at] ?? '');
}

/** They read nothing but their input, whatever words they get. */
const WORDS_ONLY = new Set(['echo', 'printf', 'true', 'false', ':', 'pwd', 'tr']);
const FILTERS = new Set('head tail wc sort uniq nl cat tac rev fold column less more cut'.split(' '));
const OTHER_FILES = /from|^-T|^--(compress|temporary|random)/;

function isFilter([program = '', ...words]: Words): boolean {
  if (WORDS_ONLY.has(program)) return true;
  if (FILTERS.has(program)) return words.every((word) => isOption(word) && !OTHER_FILES.test(word));
  const operands = words.filter((word) => !isOption(word));
  if (/^[ef]?grep$/.test(program))
    return operands.length <= 1 && !words.some((word) => GREP_FILES.test(word));
  if (program === 'sed') return operands.length === 1 && words.every(isSedWord);
  if (program === 'awk') return operands.length === 1 && !AWK_REACHES.test(words.join(' '));
  return false;
}

/** An option, the number that belongs to it, or a separator of one character. */
const isOption = (word: string): boolean => /^-/.test(word) || /^\d+$/.test(word) || /^[^\w./]$/.test(word);

/** Files with patterns, directories, and patterns that leave the operand to be a file. */
const GREP_FILES =
  /^-[a-zA-Z]*([fRrd]|e.)|^--(file|recursive|dereference|directories|regexp|exclude-from|include)/;
const isSedWord = (word: string): boolean =>
  /^-(n|E|r|u|nE|En)$/.test(word) ||
  /^s([/|,#:!@])(?:(?!\1)[^\n])*\1(?:(?!\1)[^\n])*\1[gip0-9]*$/.test(word) ||
  /^\d*(,(\d+|\$))?[pdq]$/.test(word);
const AWK_REACHES = /[<>|@]|getline|system|ARG[CV]|ENVIRON|(^|\s)-[fiEl]/;
