import { tellsVersion } from '../../../core/shell/tells-version.ts';
import { printedBy } from './git-questions.ts';

/** They print facts, or the files they name, which are judged by their names; none goes through directories. */
const READERS = new Set(
  (
    'cat head tail wc ls dir pwd cd echo printf true false : test [ stat basename dirname realpath readlink date uname ' +
    'whoami id nproc du df sort uniq cut tr nl tac cmp md5sum sha1sum sha256sum seq sleep grep egrep fgrep exit return'
  ).split(' '),
);

/**
 * Whether a command that is harmless by itself stays so where the line has more access than it needs: then no rule has to
 * name it. With more access there are secrets in sight that were hidden from it, so all it reads must be known by name.
 * An interpreter is none of these: `import json` runs a json.py of the directory it is in.
 */
export function isHarmlessBeside([program = '', ...words]: readonly string[]): boolean {
  const name = program.replace(/^\/(usr\/)?bin\//, '');
  if (tellsVersion([program, ...words])) return true;
  // A word that only the run knows may be an option.
  if (name === 'git') return !words.includes('') && /^(facts|named files)$/.test(printedBy(words));
  if (name === 'echo' || name === 'printf' || name === 'test' || name === '[') return true;
  return (
    READERS.has(name) &&
    words.every((word) => isPlain(word) || (/grep$/.test(name) && isPattern(word, words))) &&
    !(/grep$/.test(name) && words.some((word) => FILES.test(word)))
  );
}

/** A word that is known, and neither a pattern nor the name of a list of files, nor what git keeps. */
const isPlain = (word: string): boolean =>
  /^[^*?[\]{}$`~]+$/.test(word) && !/^--.*from/.test(word) && !/(^|\/)\.git(\/|$)/i.test(word);

/** The only word beside options, and written as no shell takes it for names of files: `grep -E '(a|b)[0-9]'`. */
const isPattern = (word: string, words: readonly string[]): boolean =>
  /[()|\s]/.test(word) && words.every((other) => other === word || other.startsWith('-'));

/** Through directories, and files that others name. */
const FILES = /^(-[A-Za-z]*[rRdf]|--(?!(count|invert-match|ignore-case|line-number|only-matching|quiet)$))/;
