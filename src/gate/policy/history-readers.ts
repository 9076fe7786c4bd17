import { tellsVersion } from '../../core/shell/tells-version.ts';
import { plainCommands, type Words } from './plain-commands.ts';

/**
 * Whether git, in this line, stands alone or beside filters of what it prints, which see nothing of its history. Others
 * could read the objects themselves.
 */
export function isGitAlone(commands: readonly Words[], line: unknown): boolean {
  const others = commands.filter((words) => !isGit(words));
  const isPlain = typeof line !== 'string' || plainCommands(line, { mayRedirect: false }) !== undefined;
  return isPlain && others.every(isFilter);
}

export const isGit = ([program]: Words): boolean => program === 'git';

/** They read nothing but their input, whatever words they get. */
const WORDS_ONLY = new Set(['echo', 'printf', 'true', 'false', ':', 'pwd', 'tr']);
const FILTERS = new Set('head tail wc sort uniq nl cat tac rev fold column less more cut'.split(' '));
/** Long options can be cut short: those that are written out here, and no others. */
const LONG =
  /^--(lines|bytes|numeric-sort|reverse|unique|count|ignore-case|line-number|only-matching|invert-match|fixed-strings|extended-regexp|word-regexp|quiet|delimiter=.|fields=[\d,-]+|lines=\d+|max-count=\d+|color=\w+)$/;
const OTHER_FILES = /^-T/;

export function isFilter(command: Words): boolean {
  const [program = '', ...words] = command;
  if (WORDS_ONLY.has(program)) return true;
  if (tellsVersion(command)) return true;
  const operands = words.filter((word, i) => !isOption(word, words[i - 1]));
  if (FILTERS.has(program)) return operands.length === 0 && !words.some((word) => OTHER_FILES.test(word));
  if (/^[ef]?grep$/.test(program))
    return operands.length <= 1 && !words.some((word) => GREP_FILES.test(word));
  if (program === 'sed') return operands.length === 1 && words.every(isSedWord);
  if (program === 'awk') return operands.length === 1 && !AWK_REACHES.test(words.join(' '));
  return false;
}

/** An option, or behind one the number or the separator that belongs to it. Any other word may be the name of a file. */
const isOption = (word: string, before = ''): boolean => {
  if (word.startsWith('--')) return LONG.test(word);
  if (/^-./.test(word)) return true;
  if (word.length === 1 && TAKES_CHARACTER.test(before)) return true;
  return /^\d[\d,-]*$/.test(word) && TAKES_NUMBER.test(before);
};

const TAKES_NUMBER = /^-([ncfkwmABCb]|[vEFion]+m)$/;
const TAKES_CHARACTER = /^-[dtsF]$/;

/** Files with patterns, directories, and patterns that leave the operand to be a file. */
const GREP_FILES = /^-[a-zA-Z]*[fRrde]/;
const isSedWord = (word: string): boolean =>
  /^-(n|E|r|u|nE|En)$/.test(word) ||
  /^s([/|,#:!@])(?:(?!\1)[^\n])*\1(?:(?!\1)[^\n])*\1[gip0-9]*$/.test(word) ||
  /^\d*(,(\d+|\$))?[pdq]$/.test(word);
const AWK_REACHES = /[<>|@]|getline|system|ARG[CV]|ENVIRON|(^|\s)-[fiEl]/;
