import type { Word, WordPart } from 'unbash';

/** A word of a command as far as it is known before it runs. */
export interface Value {
  /** With what is unknown left out. */
  readonly text: string;
  /** Nothing of it is decided at run time. */
  readonly isKnown: boolean;
  /** Names of files decide what it becomes. */
  readonly isGlob: boolean;
  /** Unknown, but a path below where we look: the output of a command that lists paths. */
  readonly isListed: boolean;
  /** One of several values it can have, from an assignment or a loop. */
  readonly alternatives?: readonly string[];
}

export const known = (text: string): Value => ({ text, isKnown: true, isGlob: false, isListed: false });

/** Something that only the run decides. */
export const UNKNOWN: Value = { text: '', isKnown: false, isGlob: false, isListed: false };

export interface Variables {
  /** The values a variable can have; `isListed` where they are paths that a command listed. */
  lookUp(name: string): { readonly values: readonly string[] | undefined; readonly isListed: boolean };
  /** Whether the output of this substitution is paths below where we look. */
  listsPaths(part: WordPart): boolean;
}

interface Piece {
  readonly texts: readonly string[];
  readonly isKnown: boolean;
  readonly isGlob: boolean;
  readonly isListed: boolean;
}

/** The value of a word: quotes removed, known variables filled in. */
export function wordValue(word: Word, variables: Variables): Value {
  const pieces = partsOf(word).map((part) => pieceOf(part, variables));
  const texts = pieces.reduce<readonly string[]>(
    (all, piece) =>
      all.length * piece.texts.length > MOST_ALTERNATIVES
        ? all
        : all.flatMap((left) => piece.texts.map((right) => left + right)),
    [''],
  );
  const [text = ''] = texts;
  return {
    text,
    isKnown: pieces.every((piece) => piece.isKnown),
    isGlob: pieces.some((piece) => piece.isGlob),
    isListed:
      pieces.some((piece) => piece.isListed) && pieces.every((piece) => piece.isKnown || piece.isListed),
    ...(texts.length > 1 && { alternatives: texts }),
  };
}

const MOST_ALTERNATIVES = 64;

const partsOf = (word: Word): readonly WordPart[] =>
  word.parts ?? [{ type: 'Literal', pos: word.pos, end: word.end, value: word.value, text: word.text }];

const literal = (text: string): Piece => ({ texts: [text], isKnown: true, isGlob: false, isListed: false });
const unknown = (isListed = false): Piece => ({ texts: [''], isKnown: false, isGlob: false, isListed });

function pieceOf(part: WordPart, variables: Variables): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return literal(part.value);
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.map((child) => pieceOf(child, variables)).reduce(joined, literal(''));
    case 'Glob':
    case 'ExtendedGlob':
      return { texts: [part.text], isKnown: true, isGlob: true, isListed: false };
    case 'SimpleExpansion':
      return variable(part.text.slice(1), variables);
    case 'ParameterExpansion':
      return part.operation === undefined && part.index === undefined && part.prefix === undefined
        ? variable(part.parameter, variables)
        : unknown();
    case 'ArithmeticExpansion':
      // A number: whatever it is, it is neither an option with effects nor a path that matters.
      return { texts: ['0'], isKnown: true, isGlob: false, isListed: false };
    case 'CommandExpansion':
      return unknown(variables.listsPaths(part));
    case 'ProcessSubstitution':
      // A pipe; what is on its other end is judged by itself.
      return literal('/dev/fd/63');
    case 'BraceExpansion':
      return braces(part.text);
  }
}

const joined = (left: Piece, right: Piece): Piece => ({
  texts: left.texts.flatMap((start) => right.texts.map((end) => start + end)).slice(0, MOST_ALTERNATIVES),
  isKnown: left.isKnown && right.isKnown,
  isGlob: left.isGlob || right.isGlob,
  isListed: left.isListed || right.isListed,
});

function variable(name: string, variables: Variables): Piece {
  const { values, isListed } = variables.lookUp(name);
  return values && values.length > 0
    ? { texts: values, isKnown: true, isGlob: values.some(hasGlob), isListed: false }
    : unknown(isListed);
}

const hasGlob = (text: string): boolean => /[*?[]/.test(text);

/** `{a,b}` without nesting or expansions; anything else is left to the run. */
function braces(text: string): Piece {
  const inside = /^\{([^{}$`\\'"]*,[^{}$`\\'"]*)\}$/.exec(text)?.[1];
  return inside === undefined
    ? unknown()
    : { texts: inside.split(','), isKnown: true, isGlob: hasGlob(inside), isListed: false };
}
