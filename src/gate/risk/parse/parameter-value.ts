import type { ParameterOperation, Word } from 'unbash';
import { spendCharacters } from '../budget.ts';

/** A value that is longer is as if it were not known: variables made of variables double with every step. */
export const LONGEST_VALUE = 65_536;

/** The value of a variable as an operation of Bash changes it; undefined where that is not worked out here. */
export function changedValue(
  text: string,
  operation: ParameterOperation,
  wordText: (word: Word) => string,
): string | undefined {
  spendCharacters(text.length);
  switch (operation.type) {
    case 'Slice': {
      const start = Number(operation.offset.value);
      const length = operation.length === undefined ? undefined : Number(operation.length.value);
      return Number.isInteger(start) && !Number.isNaN(length) ? sliced(text, start, length) : undefined;
    }
    case 'Remove':
      return isCheap(text, wordText(operation.operand))
        ? removed(text, operation.operator, wordText(operation.operand))
        : undefined;
    case 'Replace': {
      const pattern = globSource(wordText(operation.pattern), 'longest');
      if (pattern === undefined || !isCheap(text, wordText(operation.pattern))) return undefined;
      const [head, tail] = [operation.operator === '/#' ? '^' : '', operation.operator === '/%' ? '$' : ''];
      const found = new RegExp(head + pattern + tail, operation.operator === '//' ? 'g' : '');
      return replaced(text, found, wordText(operation.replacement));
    }
    case 'CaseModification': {
      const change = (part: string): string =>
        operation.operator.startsWith('^') ? part.toUpperCase() : part.toLowerCase();
      return operation.operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
    }
    default:
      return undefined;
  }
}

/** Undefined where it gets too long, which is known before it is put together. */
function replaced(text: string, found: RegExp, replacement: string): string | undefined {
  const matches = found.global ? (text.match(found) ?? []) : (found.exec(text) ?? []);
  const length = matches.reduce((sum, match) => sum + replacement.length - match.length, text.length);
  if (length > LONGEST_VALUE) return undefined;
  spendCharacters(length);
  return text.replace(found, () => replacement);
}

function sliced(text: string, start: number, length: number | undefined): string {
  const rest = start < -text.length ? '' : text.slice(start);
  return length === undefined ? rest : rest.slice(0, length);
}

const MOST_TRIES = 10_000_000;

/** Each star is tried with each length, from each place: what that comes to grows without end with the text. */
const isCheap = (text: string, glob: string): boolean => text.length ** glob.split('*').length <= MOST_TRIES;

function removed(text: string, operator: '#' | '##' | '%' | '%%', glob: string): string | undefined {
  const source = globSource(glob, operator.length === 2 ? 'longest' : 'shortest');
  if (source === undefined) return undefined;
  if (operator.startsWith('#')) return text.replace(new RegExp(`^${source}`), '');
  // The shortest end is the last place from which the rest fits.
  const starts = Array.from({ length: text.length + 1 }, (_, i) => i);
  const whole = new RegExp(`^${source}$`);
  const at = (operator === '%' ? starts.reverse() : starts).find((start) => whole.test(text.slice(start)));
  return at === undefined ? text : text.slice(0, at);
}

/** `*` and `?` only; a class of characters is left to the run, and a long pattern is nobody's habit. */
function globSource(glob: string, match: 'longest' | 'shortest'): string | undefined {
  if (/[[\]\\()]/.test(glob) || glob.length > 40 || glob.split('*').length > 4) return undefined;
  return glob
    .replace(/[.+^${}|/]/g, '\\$&')
    .replaceAll('?', '[\\s\\S]')
    .replace(/\*+/g, match === 'longest' ? '[\\s\\S]*' : '[\\s\\S]*?');
}
