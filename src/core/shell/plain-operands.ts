/** Of few variables it is sure that no shell and no program runs, loads or writes anything for them. */
export const SET_PLAINLY =
  /(?:(?:LC_[A-Z]+|LANG|NO_COLOR|FORCE_COLOR|CI|NODE_ENV|RUST_BACKTRACE|RUST_LOG|PORT)=('?)[\w.,:@%+-]+\1|(?:COLUMNS|LINES)=('?)\d+\2|TZ=('?)[A-Z]\w*(?:\/[A-Z]\w*)?\3|(?:GIT_)?PAGER=cat)/;

/**
 * Whether one of the shells' own commands may have these words, the last of which is looked at. Some of them set a variable
 * or compute, and in zsh every number may be an assignment: `printf %d PATH=src`.
 */
export function isPlainOperand(program: string, words: readonly string[]): boolean {
  const word = words.at(-1) ?? '';
  switch (program) {
    case 'printf':
      return isPlainPrintf(words.map(unquoted));
    case 'exit':
      return /^("?\$\?"?|\d{1,3})$/.test(word);
    case 'set':
      return /^(-[eux]+|-[eux]*o|pipefail)$/.test(word);
    case 'export':
      return IS_SET_PLAINLY.test(word);
    case 'command':
      return /^-[vV]$/.test(words[0] ?? '');
    case '[':
    case 'test':
      return /^[!=]?=$/.test(word) || !/=|\+\+|.--/.test(word);
    default:
      return true;
  }
}

const IS_SET_PLAINLY = new RegExp(`^${SET_PLAINLY.source}$`);

/** No option, no number to compute, no way to count into a variable, no letters that are written as numbers. */
const isPlainPrintf = ([format = '']: readonly string[]): boolean =>
  /^(?!-)/.test(format) && PLAIN_FORMAT.test(format);

const PLAIN_FORMAT = /^(?:[^%\\]|\\{1,2}[nrt"]|%%|%-?\d*s)*$/;

const unquoted = (word: string): string => word.replace(/["']/g, '');
