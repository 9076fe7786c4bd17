import type { ParameterExpansionPart, Word, WordPart } from 'unbash';
import { splitText } from '../../../core/text/find-text.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import { spend, spendCharacters } from '../budget.ts';
import { expandBraces } from './expand-braces.ts';
import { changedValue, LONGEST_VALUE } from './parameter-value.ts';

/**
 * Where a value comes from that only the run decides. `listed`: paths below our roots, from a command that lists
 * them. `fact`: a number, a hash, a date, the name of a branch. `unset`: a variable that nothing sets, so it is empty.
 * `file`: what a file of the project says. `secret`: paths below our roots, found by a name that files with secrets
 * have. `open`: nothing is known. `hidden`: it was put together or encoded so that it cannot be read.
 */
export type Origin = 'fact' | 'listed' | 'unset' | 'file' | 'secret' | 'open' | 'hidden';

/** A word of a command as far as it is known before it runs. */
export interface Value {
  /** With what is unknown left out. */
  readonly text: string;
  /** Nothing of it is decided at run time. */
  readonly isKnown: boolean;
  /** Names of files decide what it becomes. */
  readonly isGlob: boolean;
  /** Of what is unknown in it. */
  readonly origin: Origin;
  /** One of several values it can have, from an assignment or a loop. */
  readonly alternatives?: readonly string[];
  /** It is a number, which one only the run decides; the text has a zero for it. */
  readonly isNumber?: boolean;
}

export const known = (text: string): Value => ({ text, isKnown: true, isGlob: false, origin: 'open' });

/** Something that only the run decides. */
export const UNKNOWN: Value = { text: '', isKnown: false, isGlob: false, origin: 'open' };

const ORIGINS: readonly Origin[] = ['fact', 'listed', 'unset', 'file', 'secret', 'open', 'hidden'];

export const worstOrigin = (origins: readonly Origin[]): Origin =>
  origins.length === 0
    ? 'open'
    : origins.reduce((a, b) => (ORIGINS.indexOf(b) > ORIGINS.indexOf(a) ? b : a), 'fact');

/**
 * A word in which something is filled in for each path that is found. `{}/x` is below that path, whichever it is, and
 * never `/x`: what is found in the project starts in the project.
 */
export function withFound(word: string, placeholder: string, text: string, origin: Origin): string {
  const isBelow = origin === 'listed' && text === '' && word.startsWith(`${placeholder}/`);
  const parts = splitText(isBelow ? `.${word.slice(placeholder.length)}` : word, placeholder);
  spendCharacters(word.length + (parts.length - 1) * text.length);
  return parts.join(text);
}

export interface Variables {
  /** The values a variable can have; undefined where only the run decides, and then where they come from. */
  lookUp(name: string): {
    readonly values: readonly string[] | undefined;
    readonly origin: Origin;
    readonly isNumber?: boolean;
  };
  /** What a substitution prints. */
  output(part: WordPart): { readonly text: string | undefined; readonly origin: Origin };
}

interface Piece {
  readonly texts: readonly string[];
  readonly isKnown: boolean;
  readonly isGlob: boolean;
  readonly origin: Origin;
  /** Only the run decides which number it is. */
  readonly isNumber?: boolean;
}

/** The value of a word: quotes removed, known variables filled in. */
export function wordValue(word: Word, variables: Variables): Value {
  return partsValue(partsOf(word), variables);
}

/** The same for the body of a here-document. */
export function partsValue(parts: readonly WordPart[], variables: Variables): Value {
  spend(parts.length);
  const pieces = withNumbers(parts.map((part) => pieceOf(part, variables)));
  const count = pieces.reduce((product, piece) => product * piece.texts.length, 1);
  const length = pieces.reduce((sum, piece) => sum + longestOf(piece), 0);
  if (count > MOST_ALTERNATIVES || length > LONGEST_VALUE) return { ...UNKNOWN, origin: 'hidden' };
  spendCharacters(count * length);
  const texts = pieces.reduce<readonly string[]>(
    (all, piece) => all.flatMap((left) => piece.texts.map((right) => left + right)),
    [''],
  );
  const [text = ''] = texts;
  return {
    text,
    isKnown: pieces.every((piece) => piece.isKnown),
    isGlob: pieces.some((piece) => piece.isGlob),
    origin: worstOrigin(pieces.filter(({ isKnown }) => !isKnown).map(({ origin }) => origin)),
    ...(texts.length > 1 && { alternatives: texts }),
    ...(pieces.some((piece) => piece.isNumber) && { isNumber: true }),
  };
}

/** Beside letters a number makes up a name that is not known: `cert.p$((12))`, or `.env$!`, where nothing is in it. */
const withNumbers = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.every(({ isNumber, texts }) => isNumber || texts.every((text) => BESIDE_NUMBERS.test(text)))
    ? pieces
    : pieces.map((piece, i) =>
        piece.isNumber
          ? unknown('fact', i < MOST_HOLES ? [...new Set([...piece.texts, ''])] : piece.texts)
          : piece,
      );

const BESIDE_NUMBERS = /^[-+,:% \t\n\d]*$/;
const MOST_HOLES = 6;
const MOST_ALTERNATIVES = 256;

const partsOf = (word: Word): readonly WordPart[] =>
  word.parts ?? [{ type: 'Literal', pos: word.pos, end: word.end, value: word.value, text: word.text }];

const literal = (text: string): Piece => ({ texts: [text], isKnown: true, isGlob: false, origin: 'fact' });
/** Whatever it is, it is no option with effects. */
const NUMBER: Piece = { texts: ['0'], isKnown: true, isGlob: false, origin: 'fact', isNumber: true };
const unknown = (origin: Origin = 'open', texts: readonly string[] = ['']): Piece => ({
  texts,
  isKnown: false,
  isGlob: false,
  origin,
});

function pieceOf(part: WordPart, variables: Variables): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return literal(part.value);
    case 'DoubleQuoted':
    case 'LocaleString':
      return withNumbers(part.parts.map((child) => pieceOf(child, variables))).reduce(joined, literal(''));
    case 'Glob':
    case 'ExtendedGlob':
      return { texts: [part.text], isKnown: true, isGlob: true, origin: 'fact' };
    case 'SimpleExpansion':
      return variable(part.text.slice(1), variables);
    case 'ParameterExpansion':
      return parameter(part, variables);
    case 'ArithmeticExpansion':
      return NUMBER;
    case 'CommandExpansion': {
      const { text, origin } = variables.output(part);
      return text === undefined
        ? unknown(origin)
        : { texts: [withoutEnd(text, '\n')], isKnown: true, isGlob: hasGlob(text), origin };
    }
    case 'ProcessSubstitution':
      // A pipe; what is on its other end is judged by itself.
      return literal('/dev/fd/63');
    case 'BraceExpansion':
      return braces(part.text);
  }
}

const longestOf = ({ texts }: Piece): number => texts.reduce((most, { length }) => Math.max(most, length), 0);

const joined = (left: Piece, right: Piece): Piece => {
  const count = left.texts.length * right.texts.length;
  if (longestOf(left) + longestOf(right) > LONGEST_VALUE || count > MOST_ALTERNATIVES)
    return unknown('hidden');
  spendCharacters(count * longestOf(right));
  return put(left, right);
};

const put = (left: Piece, right: Piece): Piece => ({
  texts: left.texts.flatMap((start) => right.texts.map((end) => start + end)),
  isKnown: left.isKnown && right.isKnown,
  isGlob: left.isGlob || right.isGlob,
  origin: worstOrigin([left, right].filter(({ isKnown }) => !isKnown).map(({ origin }) => origin)),
  ...((left.isNumber || right.isNumber) && { isNumber: true }),
});

function variable(name: string, variables: Variables): Piece {
  const { values, origin, isNumber } = variables.lookUp(name);
  return values && values.length > 0
    ? {
        texts: values,
        isKnown: true,
        isGlob: values.some(hasGlob),
        origin: 'fact',
        ...(isNumber && { isNumber }),
      }
    : unknown(origin);
}

/** `${x:0:1}` and the like: worked out where the value is known. */
function parameter(part: ParameterExpansionPart, variables: Variables): Piece {
  const { operation, parameter: name, index, prefix } = part;
  if (prefix === '#') return NUMBER;
  const plain = variable(name, variables);
  if (index !== undefined || prefix !== undefined)
    return unknown(prefix === '!' ? 'hidden' : plain.origin === 'unset' ? 'unset' : 'open');
  if (!operation) return plain;
  switch (operation.type) {
    case 'Default': {
      // Either the value or the other word: both are judged.
      const other = wordValue(operation.operand, variables);
      const texts = operation.operator.includes('?') ? [''] : (other.alternatives ?? [other.text]);
      return unknown(worstOrigin([plain.origin, other.origin]), [...new Set([...texts, ...plain.texts])]);
    }
    case 'Names':
    case 'Unknown':
    case 'Transform':
      return unknown('hidden');
    default: {
      // Single letters cut out of something make up any word.
      if (!plain.isKnown) return unknown(originAfter(operation.type, plain.origin));
      const texts = plain.texts.map((text) =>
        changedValue(text, operation, (word) => wordValue(word, variables).text),
      );
      return texts.some((text) => text === undefined)
        ? unknown('hidden')
        : { ...plain, texts: texts.map((text) => text ?? '') };
    }
  }
}

/** What is cut off the ends of a path leaves it where it is; other changes may lead anywhere. */
const originAfter = (operation: string, origin: Origin): Origin =>
  operation === 'Slice' ? 'hidden' : operation === 'Remove' ? origin : worstOrigin([origin, 'file']);

const hasGlob = (text: string): boolean => /[*?[]/.test(text);

/** `{a,b}` and `{1..9}` without quotes or expansions in them; anything else is left to the run. */
function braces(text: string): Piece {
  if (/^\{-?\w+\.\.-?\w+(\.\.-?\d+)?\}$/.test(text)) return unknown('fact');
  const texts = expandBraces(text);
  return texts === undefined
    ? unknown('hidden')
    : { texts, isKnown: true, isGlob: hasGlob(text), origin: 'fact' };
}
