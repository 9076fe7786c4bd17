import { basename } from 'node:path';

/** They read all their words again, as code: quotes around a value are gone by then. */
const EVALUATE =
  /^(eval|trap|let|declare|typeset|local|unset|read|mapfile|readarray|alias|getopts|ssh|watch|parallel|g?make)$/;

/** They read the word after such an option as code. What a variable names may be one of them. */
const INTERPRETERS =
  /^(sh|bash|dash|ash|zsh|ksh|fish|su|script|flock|env|python[\d.]*|node|bun|deno|perl|ruby|lua|php|osascript|pwsh|\$.*)$/;
const CODE_OPTION = /^-[A-Za-z]*[ceErpPS]$|^--(eval|print|command|run|split-string)$/;
const CODE_INSIDE = /^-[ceErpS][^-]|^--(eval|print|command|run|split-string)=/;

/** They read their first operand as code. */
const EDITORS = /^(awk|gawk|mawk|nawk|sed|gsed)$/;
const SCRIPT_OPTION = /^(-e|--expression)$/;

/** They read the name of a variable, and evaluate what stands in its brackets. */
const NAMERS = /^(test|\[|printf|wait)$/;

/** Why a value in this word would be read as code by the program that gets it; undefined where it is not. */
export function takesAsCode(before: readonly string[], word: string): string | undefined {
  const last = before.at(-1) ?? '';
  const reader = before
    .map((one) => basename(one))
    .find((name, at) => {
      const between = before.slice(at + 1);
      if (EVALUATE.test(name)) return true;
      if (INTERPRETERS.test(name)) return isCodeNext(between, word);
      if (NAMERS.test(name)) return /^-[vp]$/.test(last);
      if (!EDITORS.test(name)) return false;
      return between.every(isOption) || SCRIPT_OPTION.test(last) || /^(-e|--expression=)/.test(word);
    });
  return reader === undefined ? undefined : `${reader} reads it as code`;
}

/** `bash -c -o pipefail CODE`: other options may stand between; after a script's name they are the script's own. */
function isCodeNext(between: readonly string[], word: string): boolean {
  const isOptions = between.every(
    (one, at) => isOption(one) || /^[-+][oO]$/.test(between[at - 1] ?? '') || /^\w+=/.test(one),
  );
  const isAfterPlace = !isOptions && isCodeAfterOperand(between);
  return (
    isAfterPlace || (isOptions && (between.some((one) => CODE_OPTION.test(one)) || CODE_INSIDE.test(word)))
  );
}

/** `su USER -c CODE`, `flock FILE -c CODE`, `deno eval CODE`. */
const isCodeAfterOperand = (between: readonly string[]): boolean =>
  between.length === 2 ? between[1] === '-c' : between.length === 1 && between[0] === 'eval';

const isOption = (word: string): boolean => /^[-+]/.test(word);
