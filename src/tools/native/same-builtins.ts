import type { Command, Word } from 'unbash';
import { isPlainName } from './shell-names.ts';

/** Why a command of the shell itself may do something else in sh or zsh; undefined where it is the same in all of them. */
export function differenceOfBuiltin({ name, args }: Command): string | undefined {
  const program = name?.value ?? '';
  const isSame = Object.hasOwn(SAME, program) ? SAME[program] : undefined;
  if (isSame ? isSame(args.map(({ text }) => text)) : !OTHERS.test(program)) return undefined;
  return `${program} is not the same in all shells`;
}

/** What they are told, word by word as it is written, for which they do the same. */
const SAME: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  // Variables that are given a value are judged as such.
  local: (words) => words.length > 0 && words.every((word) => isName(word.replace(/=[\s\S]*$/, ''))),
  // With -p fish runs a prompt, and zsh reads from another program.
  read: (words) =>
    words.every((word) => /^-[^\Wp]*$/.test(word) || isName(word) || /^\d+$|^(''|"")$/.test(word)),
  unset: (words) => words.every((word) => /^-[fv]$/.test(word) || isName(word)),
  wait: (words) => words.every((word) => /^("?\$!"?|\d+)$/.test(word)),
  umask: (words) => words.length === 0,
  jobs: (words) => words.every((word) => /^-[lp]$/.test(word)),
  ulimit: (words) => words.every((word) => /^-[a-zA-Z]+$/.test(word)),
};

const isName = (word: Word['text']): boolean => /^[A-Za-z_]\w*$/.test(word) && isPlainName(word);

/** `hash ls=./x` gives zsh another ls; `let` and `getopts` set variables by names that are words. */
const OTHERS =
  /^(hash|rehash|unhash|pushd|popd|dirs|times|getopts|let|log|r|history|fc|print|where|whence|functions|disable|enable|limit|sched)$/;
