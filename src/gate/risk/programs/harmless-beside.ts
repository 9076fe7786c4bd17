import { printedBy } from './git-questions.ts';
import { isPureProgram } from './pure-programs.ts';
import { WRAPPERS } from './wrappers.ts';

/** They read what they are given and print; none loads code or settings of the directory it is in. */
const READERS = new Set(
  (
    'jq yq sed awk gawk mawk diff file xxd strings column less more bat tee printenv env ps free lsof hostname ' +
    'colordiff delta cksum zcat bzcat xzcat look getconf locale tput clear set shopt export declare typeset ' +
    'readonly trap source . eval exec'
  ).split(' '),
);

/**
 * Whether a command that is harmless by itself stays so where the line has more access than it needs: then no rule has to
 * name it. `source`, `eval` and programs that run others are judged by what they run, git by a configuration that no
 * command can change. An interpreter is none of these: `import json` runs a json.py of the directory it is in.
 */
export function isHarmlessBeside([program = '', ...words]: readonly string[]): boolean {
  const name = program.replace(/^\/(usr\/)?bin\//, '');
  // With more access they come across secrets that were hidden from them.
  if (words.some((word) => /[*?[]/.test(word))) return false;
  if (/^([ef]?grep|diff)$/.test(name) && words.some((word) => RECURSIVE.test(word))) return false;
  if (name === 'git') return printedBy(words) !== 'anything';
  if (Object.hasOwn(WRAPPERS, name) || READERS.has(name)) return true;
  return isPureProgram(name) || isInformation(words);
}

/** Through directories, and files that others name. */
const RECURSIVE = /^(-[A-Za-z]*[rRdf]|--(recursive|dereference|directories|file).*)/;

/** `node --version`: it prints that and ends. */
const isInformation = (words: readonly string[]): boolean =>
  words.length === 1 && /^(--version|--help|-V|-v|version)$/.test(words[0] ?? '');
