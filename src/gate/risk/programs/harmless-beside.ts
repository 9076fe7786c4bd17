import { isPureProgram } from './pure-programs.ts';
import { WRAPPERS } from './wrappers.ts';

/** They read what they are given and print; none loads code or settings of the directory it is in. */
const READERS = new Set(
  (
    'rg jq yq sed awk gawk mawk diff file xxd strings column less more bat tee printenv env ps free lsof hostname ' +
    'colordiff delta cksum zcat zgrep bzcat xzcat look getconf locale tput clear fd set shopt export declare typeset ' +
    'readonly trap source . eval exec git'
  ).split(' '),
);

/**
 * Whether a command that is harmless by itself stays so where the line has more access than it needs: then no rule has to
 * name it. `source`, `eval` and programs that run others are judged by what they run, git by a configuration that no
 * command can change. An interpreter is none of these: `import json` runs a json.py of the directory it is in.
 */
export function isHarmlessBeside([program = '', ...words]: readonly string[]): boolean {
  const name = program.replace(/^\/(usr\/)?bin\//, '');
  if (Object.hasOwn(WRAPPERS, name) || READERS.has(name)) return true;
  return isPureProgram(name) || isInformation(words);
}

/** `node --version`: it prints that and ends. */
const isInformation = (words: readonly string[]): boolean =>
  words.length === 1 && /^(--version|--help|-V|-v|version)$/.test(words[0] ?? '');
