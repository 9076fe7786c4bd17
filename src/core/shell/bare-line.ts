import { OWN_COMMANDS } from './own-commands.ts';
import { SET_PLAINLY } from './plain-operands.ts';
import { RESERVED } from './plain-words.ts';

/**
 * Whether a line holds nothing but programs and words of plain letters or in quotes, one command after the other or in
 * pipes: no variables but a few in front of it, no wildcards, no files to write, none of what shells compute with. That is the small middle of what
 * `plain-line.ts` reads: what nobody is asked about can be read in one way only, also by a terminal that it is typed into.
 */
export function isBareLine(line: string): boolean {
  for (let at = matchAt(BLANKS, line, 0)?.[0].length ?? 0; ; ) {
    for (let set = matchAt(SET, line, at); set; set = matchAt(SET, line, at)) at += set[0].length;
    const [command, program = '', rest = ''] = matchAt(TEST, line, at) ?? matchAt(COMMAND, line, at) ?? [];
    if (command === undefined || !isBareCommand(program, rest)) return false;
    at += command.length;
    if (matchAt(END, line, at)) return true;
    const [joint] = matchAt(JOINT, line, at) ?? [];
    if (joint === undefined) return false;
    at += joint.length;
  }
}

/** zsh takes a word that begins with = for the path of a program, and two quotes inside of a text for one. */
const FIRST = /[\w./:@%+,-]/.source;
const LETTER = /[\w./:@%+,=-]/.source;
/** `HEAD~2`; behind `^` zsh may look for files. */
const BACK = /(?<=\w)~/.source;
/** Nothing that a shell or a terminal puts something else in place of; in front of these a backslash is one. */
const SINGLE = /'(?:[^'\\!\p{Cc}]|\\[^'\\!\p{Cc}])*'(?!')/u.source;
const DOUBLE = /"(?:[^"\\$`!\p{Cc}]|\\[\w.|()+*?{}[\]^/-])*"/u.source;
const WORD = `(?:${FIRST}|${SINGLE}|${DOUBLE})(?:${LETTER}|${BACK}|${SINGLE}|${DOUBLE})*`;
const TO_NOWHERE = /2>&1|[12]?> ?\/dev\/null/.source;
const NOWHERES = new RegExp(TO_NOWHERE, 'g');
/** Words of find. */
const SPECIAL = /\\[()]|!(?= )/.source;
const COMMAND = new RegExp(
  `([A-Za-z0-9_./][\\w./+-]*)((?: +(?:${TO_NOWHERE}|${SPECIAL}|${WORD})(?=[ \\n;]|$))*)`,
  'uy',
);
/** The one question to a shell that agents ask all day. */
const TEST = /\[ (?:! )?-[defrsx] [\w./-]+ \]/y;
/** A line of its own is how the variables stand there that a call brings beside its command. */
const SET = new RegExp(`${SET_PLAINLY.source}(?: +|\\n)`, 'y');
const BLANKS = / */y;
const END = / *\n?$/y;
const JOINT = / +(?:&&|\|\|?) +| *; +/y;

function isBareCommand(program: string, rest: string): boolean {
  if (RESERVED.test(program) || OWN_COMMANDS.has(program) || SETS_OR_COMPUTES.test(program)) return false;
  return !IS_OWN.test(program) || /^[\w ./@+,'"-]*$/.test(rest.replace(NOWHERES, ''));
}

/** The shells' own commands that a plain line may have with certain words only. */
const SETS_OR_COMPUTES = /^(printf|exit|set|export|command|test|type|source|kill|\.)$/;
const IS_OWN = /^(cd|pwd|true|false|which)$/;

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}
