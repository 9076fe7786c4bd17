import type { Word, WordPart } from 'unbash';

/** What a word that is plain in Bash may find in zsh. */
export interface ZshPattern {
  /** A pattern of Bash that finds all of it; undefined where there is none. */
  readonly pattern: string | undefined;
}

/**
 * With usual options of zsh (EXTENDED_GLOB, BRACE_CCL) `a#b`, `a^b`, `a~b` and `{ab}c` are patterns. Nobody here knows
 * which options a user has set.
 */
export function zshPatternOf(word: Word): ZshPattern | undefined {
  const pieces = piecesOf(word);
  if (!(word.parts ?? []).every(isReadable) || (HOLDS_COMMAND.test(word.text) && pieces.some(isOperator)))
    return { pattern: undefined };
  if (!pieces.some(isOperator)) return undefined;
  const found: Piece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] ?? NOTHING;
    const operator = piece.isPlain ? piece.text : '';
    const end = operator === '{' ? closing(pieces, i) : undefined;
    if (operator === '~' && i > 0) break;
    if (operator === '^') {
      while (i + 1 < pieces.length && pieces[i + 1]?.text !== '/') i++;
      found.push(ANYTHING);
    } else if (operator === '#' && i > 0) {
      const repeated = found.pop() ?? NOTHING;
      // Of a longer text, the last letter is repeated.
      if (!repeated.isOne) return { pattern: undefined };
      found.push(...(repeated.text === '/' ? [repeated] : []), ANYTHING);
    } else if (end !== undefined) {
      i = end;
      found.push(ANYTHING);
    } else found.push(piece);
  }
  const pattern = found.map(({ text }) => text).join('');
  return pattern === word.text ? undefined : { pattern };
}

interface Piece {
  readonly text: string;
  /** A letter without quotes that may mean something. */
  readonly isPlain: boolean;
  /** It stands for one letter, or is a wildcard. */
  readonly isOne: boolean;
}

const NOTHING: Piece = { text: '', isPlain: false, isOne: true };
const ANYTHING: Piece = { text: '*', isPlain: false, isOne: true };

const piecesOf = ({ parts, text }: Word): readonly Piece[] =>
  (parts ?? [{ type: 'Literal' as const, text }]).flatMap((part): readonly Piece[] =>
    part.type === 'Literal'
      ? (part.text.match(/\\?[\s\S]/g) ?? []).map((one) => ({
          text: one,
          isPlain: one.length === 1,
          isOne: true,
        }))
      : [{ text: part.text, isPlain: false, isOne: part.type === 'Glob' }],
  );

const isOperator = ({ text, isPlain }: Piece, i: number): boolean =>
  isPlain && (text === '^' || (i > 0 && /^[#~}]$/.test(text)));

/** The words of such a command would have to be read again. */
const HOLDS_COMMAND = /`|[$<>]\(/;

/** Of several words in braces each would be a pattern of its own. */
const isReadable = ({ type, text }: WordPart): boolean =>
  type !== 'BraceExpansion' || !/[#^~]|\{[^{},]+\}/.test(text.slice(1, -1));

/** Where a brace with letters and without a comma ends. */
function closing(pieces: readonly Piece[], start: number): number | undefined {
  const end = pieces.findIndex(({ text, isPlain }, i) => i > start && isPlain && text === '}');
  return end > start + 1 ? end : undefined;
}
