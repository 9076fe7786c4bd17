import type { Script, SyntaxNode, Word, WordPart } from 'unbash';
import { hidesSetters } from '../../core/shell/plain-variables.ts';
import { valuesIn } from './found-patterns.ts';

type Numbers = ReadonlySet<string>;

/** Whether zsh evaluates a word as a number that Bash takes as it is: `path[$(command)]` runs the command. */
export function isComputedByShells(node: SyntaxNode, numbers: Numbers): boolean {
  const isNumber = (word: Word): boolean => isNumeric(word, numbers);
  if (node.type === 'TestUnary') return node.operator === '-t' && !isNumber(node.operand);
  if (node.type !== 'Command') return false;
  const words = node.args.filter((arg) => arg.type === 'Word');
  switch (node.name?.value) {
    case 'exit':
    case 'return':
    case 'break':
    case 'continue':
    case 'shift':
      return !words.every(isNumber);
    case 'test':
    case '[':
      return words.some((word, i) => words[i - 1]?.text === '-t' && !isNumber(word));
    case 'printf':
      return !isPlainPrint(words, isNumber);
    default:
      return false;
  }
}

/** Every word that the format takes for a number is one; it begins anew while there are words left. */
function isPlainPrint([format, ...words]: readonly Word[], isNumber: (word: Word) => boolean): boolean {
  if (format === undefined || words.every(isNumber)) return true;
  const text = literalOf(format);
  if (text === undefined) return false;
  const takes = [...text.matchAll(/%(?:%|[^A-Za-z%]*[A-Za-z]?)/g)].flatMap(([one]) =>
    one === '%%' ? [] : [...(one.match(/\*/g) ?? []), one.at(-1) ?? ''],
  );
  if (takes.length === 0) return true;
  return words.every((word, i) => /^[sbq]$/.test(takes[i % takes.length] ?? '') || isNumber(word));
}

const literalOf = ({ parts, text }: Word): string | undefined => (parts ? joined(parts) : text);

function joined(parts: readonly WordPart[]): string | undefined {
  const texts = parts.map((part) =>
    part.type === 'DoubleQuoted' ? joined(part.parts) : TEXT.test(part.type) ? part.text : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

const TEXT = /^(Literal|SingleQuoted|AnsiCQuoted)$/;

/** The variables that a script sets to numbers and to nothing else. */
export function numbersIn(script: Script): Numbers {
  if (hidesSetters(script)) return NONE;
  const values = valuesIn(script);
  return new Set(
    values
      .map(([name]) => name)
      .filter((name) => values.every(([other, value]) => other !== name || isNumeric(value, NONE))),
  );
}

const NONE: Numbers = new Set();

const isNumeric = ({ parts, text }: Word, numbers: Numbers): boolean =>
  parts ? parts.every((part) => isNumericPart(part, numbers)) : /^[-+]?[\d.]*$/.test(text);

function isNumericPart(part: WordPart, numbers: Numbers): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return /^[-+\d.]*$/.test(part.value);
    case 'DoubleQuoted':
      return part.parts.every((child) => isNumericPart(child, numbers));
    case 'ArithmeticExpansion':
      return true;
    case 'SimpleExpansion':
      return (
        /^\$([#?$!]|RANDOM|SECONDS|LINENO|UID|EUID|PPID)$/.test(part.text) || numbers.has(part.text.slice(1))
      );
    case 'ParameterExpansion':
      if (part.operation || part.index) return false;
      return part.prefix === '#' || (part.prefix === undefined && numbers.has(part.parameter));
    case 'CommandExpansion':
      return COUNTED.test(part.text);
    default:
      return false;
  }
}

/** What wc counts of its input, without the name of a file beside it. */
const COUNTED =
  /^\$\((?:[^;&]*\|[ \t\n]*)?(?:wc(?:[ \t]+-[lwcmL]+)+(?:[ \t]*<[ \t]*[\w./-]+)?|nproc|date[ \t]+\+%s)[ \t]*\)$/;
