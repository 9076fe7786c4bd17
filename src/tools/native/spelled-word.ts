import type { Word, WordPart } from 'unbash';

/** The variables that are set to plain texts where a word stands, and those that are also set otherwise somewhere. */
export interface Known {
  readonly names: ReadonlySet<string>;
  readonly tainted: ReadonlySet<string>;
}

/** Whether all of a word stands in the line itself; wildcards are judged elsewhere, by what they may find. */
export const isSpelled = ({ parts }: Word, known: Known): boolean =>
  parts?.every((part) => isSpelledPart(part, known)) ?? true;

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
      return isKnown(part.text.slice(1), known);
    case 'ParameterExpansion':
      if (part.operation || part.index || part.prefix === '!') return false;
      return part.prefix === '#' || isKnown(part.parameter, known);
    case 'CommandExpansion':
      return part.text === '$(pwd)';
    case 'BraceExpansion':
      return /^\{[^{}$`\\'"]*,[^{}$`\\'"]*\}$/.test(part.text);
    default:
      return false;
  }
}

/** Numbers, and what is the same for everybody, count as known. */
const isKnown = (name: string, { names, tainted }: Known): boolean =>
  !tainted.has(name) && (names.has(name) || /^([$!?#]|HOME|PWD)$/.test(name));

/** What it becomes may begin with a dash. */
export const startsAsGlob = ({ parts: [first] = [] }: Word): boolean =>
  first?.type === 'Glob' || first?.type === 'ExtendedGlob';
