import { countsPrinted } from '../../../core/shell/printf-counts.ts';
import type { Finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import { judgeAssignment } from './judge-assignment.ts';
import { UNKNOWN } from './set-otherwise.ts';

/**
 * Variables that a command of the shell sets, by its words as they become: braces and variables make other words than those
 * that are written, `printf {-vPATH,x}` for one.
 */
export const setByWords = ([program, ...words]: readonly Value[]): Finding[] =>
  namesIn(program?.text ?? '', words).flatMap((name) =>
    name === undefined ? [UNKNOWN] : judgeAssignment(name),
  );

/** Undefined: one whose name is only known at run time. */
function namesIn(program: string, words: readonly Value[]): (string | undefined)[] {
  if (program === 'printf') return setByPrintf(words);
  if (/^(read|mapfile|readarray|getopts|unset)$/.test(program)) return words.flatMap(namesOf);
  return program === 'wait' ? words.filter(({ isKnown }) => isKnown).flatMap(namesOf) : [];
}

/** An option may hold the name, behind others that have no value: `-raPATH`. */
const NAME = /^(?:-[ersnf]*[apv])?([A-Za-z_]\w*)(\[.*)?$/s;

const namesOf = ({ isKnown, text }: Value): (string | undefined)[] =>
  isKnown ? (NAME.exec(text)?.slice(1, 2) ?? []) : [undefined];

function setByPrintf([first, ...rest]: readonly Value[]): (string | undefined)[] {
  // A format alone names nothing.
  if (!first || rest.length === 0) return [];
  if (!first.isKnown) return [undefined];
  if (first.text === '--') return countedInto(rest);
  if (first.text === '-v') return [...rest.slice(0, 1).flatMap(namesOf), ...setByPrintf(rest.slice(1))];
  if (first.text.startsWith('-v')) return [...namesOf(first), ...setByPrintf(rest)];
  return countedInto([first, ...rest]);
}

const countedInto = ([format, ...rest]: readonly Value[]): (string | undefined)[] =>
  format?.isKnown && !countsPrinted(format.text) ? [] : rest.flatMap(namesOf);
