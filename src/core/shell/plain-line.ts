import { OWN_COMMANDS } from './own-commands.ts';
import { isPlainOperand, SET_PLAINLY } from './plain-operands.ts';
import {
  doubleQuoted,
  HERE_TEXT,
  PROGRAM,
  RESERVED,
  SINGLE_QUOTED,
  SPECIAL_WORD,
  wordPiece,
} from './plain-words.ts';

export interface LineReader {
  /** It is typed into a terminal, which recalls earlier lines at `!` and knows no comments. */
  readonly isTyped?: boolean;
}

/**
 * Whether a line is written in the few forms that Bash, sh, zsh and fish read alike, with whatever options: commands one after
 * the other or in pipes, words of plain letters or in quotes, wildcards, redirections. A shell has more ways to hide what it
 * does than anybody can list. So outside of the sandbox nothing else passes unasked, or under an answer to another line.
 */
export function isPlainLine(given: string, { isTyped = false }: LineReader = {}): boolean {
  const line = isTyped && given.endsWith('\n') ? given.slice(0, -1) : given;
  const cursor: Cursor = { line, at: 0, isTyped };
  let [state, depth, canEnd]: [State, number, boolean] = ['start', 0, false];
  let [program, words]: [string, string[]] = ['', []];
  for (;;) {
    const isApart = skipBlanks(cursor);
    const begin = cursor.at;
    const operator = take(cursor, OPERATOR);
    if (cursor.at === line.length && operator === undefined)
      return depth === 0 && (state === 'start' ? canEnd : state !== 'assigned');
    if (operator !== undefined) {
      const next = afterOperator(operator, { state, canEnd, isApart, isTyped, depth });
      if (!next) return false;
      ({ state, canEnd, depth } = next);
      continue;
    }
    const isAlone = isApart || begin === 0 || /[(\n;|]/.test(line[begin - 1] ?? '');
    if (!isAlone) return false;
    if (!isTyped && take(cursor, COMMENT) !== undefined) {
      canEnd ||= state === 'start' && begin === 0;
      continue;
    }
    if (state === 'closed') return false;
    if (state === 'start' || state === 'assigned') {
      const isSet = take(cursor, ASSIGNED) !== undefined;
      const found = isSet ? '' : take(cursor, PROGRAM);
      if (found === undefined || RESERVED.test(found) || OWN_COMMANDS.has(found)) return false;
      state = isSet ? 'assigned' : 'words';
      [program, words] = [found, []];
    } else if (take(cursor, DUPLICATE) === undefined) {
      const isRedirect = take(cursor, REDIRECT) !== undefined;
      const from = cursor.at;
      if (!skipWord(cursor, program, { isFile: isRedirect })) return false;
      const word = line.slice(from, cursor.at);
      if (!isRedirect) words.push(word);
      if (mayBecomeOption(word)) return false;
      if (!isRedirect && !isPlainOperand(program, words)) return false;
    }
    if (!ENDS.test(line[cursor.at] ?? ' ')) return false;
  }
}

/** A wildcard puts names in its place, which may be `-fevil`: what it begins with is to be written out. */
const mayBecomeOption = (word: string): boolean =>
  /[*?]/.test(word.replace(/'[^']*'|"[^"]*"|\$\?/g, '')) && !/^[\w./~]/.test(word);

type State = 'start' | 'assigned' | 'words' | 'closed';

interface Cursor {
  readonly line: string;
  at: number;
  readonly isTyped: boolean;
}

/** `((` computes in some shells. */
const OPERATOR = /&&|\|\|?|[;\n)]|\((?!\()/y;
const COMMENT = /#[^\n]*/y;
const ASSIGNED = new RegExp(`${SET_PLAINLY.source}(?=[ \\n])`, 'y');
/** Which stream goes where; more than these mean something else to some shells. */
const DUPLICATE = /(?:2>&1|1?>&2)(?=[ \n;|)]|$)/y;
/** `<1-5>` is a pattern in zsh. */
const REDIRECT = /[12]?>>? ?(?=[\w./~"'])|< ?(?=[A-Za-z_./~"'])/y;
const ENDS = /[ \n;|)\\]/;

function afterOperator(
  operator: string,
  now: {
    readonly state: State;
    readonly canEnd: boolean;
    readonly depth: number;
    readonly isApart: boolean;
    readonly isTyped: boolean;
  },
): { readonly state: State; readonly canEnd: boolean; readonly depth: number } | undefined {
  const { state, canEnd, depth, isApart, isTyped } = now;
  const isOver = state === 'words' || state === 'closed';
  if (operator === '\n') {
    // A variable may be set in a line of its own.
    return isTyped ? undefined : { state: 'start', canEnd: isOver || (canEnd && state === 'start'), depth };
  }
  if (operator === '(') return state === 'start' ? { state, canEnd: false, depth: depth + 1 } : undefined;
  if (operator === ')')
    return depth > 0 && (isOver || canEnd) ? { state: 'closed', canEnd: true, depth: depth - 1 } : undefined;
  // To fish, & at the end of a word is one of its letters.
  if (!isOver || (operator === '&&' && !isApart)) return undefined;
  return { state: 'start', canEnd: operator === ';', depth };
}

/** Blanks, and the end of a line that goes on. A tab completes a name where it is typed. */
function skipBlanks(cursor: Cursor): boolean {
  const start = cursor.at;
  while (take(cursor, BLANKS) !== undefined);
  return cursor.at > start;
}

const BLANKS = / +(?:\\\n *)?/y;

function skipWord(cursor: Cursor, program: string, { isFile = false } = {}): true | undefined {
  if (!isFile && take(cursor, SPECIAL_WORD) !== undefined) return true;
  const begin = cursor.at;
  for (;;) {
    const piece = wordPiece(program, { isFile, isFirst: cursor.at === begin });
    if (take(cursor, piece) !== undefined) continue;
    if (!skipQuoted(cursor, program)) break;
  }
  return cursor.at > begin ? true : undefined;
}

function skipQuoted(cursor: Cursor, program: string): boolean {
  const text = take(cursor, SINGLE_QUOTED) ?? take(cursor, doubleQuoted(program)) ?? take(cursor, HERE_TEXT);
  if (text === undefined) return false;
  const isRecalled = cursor.isTyped && (/<</.test(text) || (text.includes('!') && !isOnlySingle(cursor)));
  if (!isRecalled && !mayHoldCode(program, text)) return true;
  cursor.at -= text.length;
  return false;
}

/** Bash looks for single quotes by itself before it recalls a line; other quotes beside them may mislead it. */
const isOnlySingle = ({ line }: Cursor): boolean => !/["\\\n]/.test(line);

/**
 * Some of the shells' own commands compute with their words, however they are quoted: they run what stands behind `$` in
 * them, and compute with what a variable holds that stands in brackets. Only programs that are no shell's own take any text.
 */
const mayHoldCode = (program: string, text: string): boolean =>
  (!TAKES_CODE.test(program) && /\$(?!\?)|`/.test(text)) || (COMPUTES.test(program) && text.includes('['));

const TAKES_CODE = /^(echo|[ef]?grep|rg|ag|sed|awk|jq|git|gh)$/;
const COMPUTES = /^(\[|test|printf|exit|cd|pwd|command|type|which|true|false|:)$/;

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.line)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}
