import type { SyntaxNode, Word, WordPart } from 'unbash';
import type { FoundNames } from '../../core/path/found-names.ts';

/** What is known of the variables of a line. */
export interface Known {
  /** Where one stands whose value is plain to see. */
  readonly uses: ReadonlySet<SyntaxNode>;
  /** Those that hold what a wildcard finds, so that they may begin with a dash. */
  readonly globs: ReadonlySet<string>;
  /** The patterns whose names a variable holds, one after the other; an empty one where that is not known. */
  readonly found: ReadonlyMap<string, readonly string[]>;
  /** How the names look that a pattern finds. */
  readonly namesOf: (pattern: string) => FoundNames;
}

/** Whether all of a word stands in the line itself; wildcards are judged elsewhere, by what they may find. */
export const isSpelled = ({ parts }: Word, known: Known): boolean =>
  parts?.every((part) => isSpelledPart(part, known) && isOneName(part, known)) ?? true;

/** Without quotes, what a wildcard found is parted at its blanks. */
function isOneName(part: WordPart, { found, namesOf }: Known): boolean {
  const name =
    part.type === 'SimpleExpansion'
      ? part.text.slice(1)
      : part.type === 'ParameterExpansion'
        ? part.parameter
        : undefined;
  const patterns = name === undefined ? [] : (found.get(name) ?? []);
  return !patterns.some((pattern) => namesOf(pattern).isParted);
}

function isSpelledPart(part: WordPart, known: Known): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
    case 'ArithmeticExpansion':
      return true;
    case 'Glob':
    case 'ExtendedGlob':
      return part.parts?.every((child) => isSpelledPart(child, known)) ?? true;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.every((child) => isSpelledPart(child, known));
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return known.uses.has(part);
    case 'BraceExpansion':
      return /^\{[^{},$`\\'"]*,[^{}$`\\'"]*\}$/.test(part.text);
    default:
      return false;
  }
}

/** What it becomes may begin with a dash. */
export const startsAsGlob = ({ parts: [first] = [] }: Word, { globs }: Pick<Known, 'globs'>): boolean =>
  first !== undefined && isGlob(first, globs);

function isGlob(part: WordPart, globs: ReadonlySet<string>): boolean {
  switch (part.type) {
    case 'Glob':
    case 'ExtendedGlob':
      return true;
    case 'SimpleExpansion':
      return globs.has(part.text.slice(1));
    case 'ParameterExpansion':
      return globs.has(part.parameter);
    case 'DoubleQuoted':
      return part.parts[0] !== undefined && isGlob(part.parts[0], globs);
    default:
      return false;
  }
}

/** One word whatever it holds, and no wildcard. */
export const isOneWord = ({ parts = [] }: Word): boolean =>
  parts.every(({ type }) => /^(Literal|SingleQuoted|AnsiCQuoted|DoubleQuoted|LocaleString)$/.test(type));
