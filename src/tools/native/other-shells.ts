import type { Command, Script, SimpleExpansionPart, SyntaxNode, Word, WordPart } from 'unbash';
import { nodesIn } from '../../core/shell/nodes-in.ts';
import { hidesSetters } from '../../core/shell/plain-variables.ts';
import { isComputedByShells, numbersIn } from './computed-by-shells.ts';
import { setsComputed } from './found-patterns.ts';
import { differenceOfBuiltin } from './same-builtins.ts';
import { differenceOfName } from './shell-names.ts';

/**
 * Why a line may do something else in sh or zsh than in Bash; undefined where it means the same in all of them. An agent
 * runs its commands in the shell of its user, and what Bash takes for a text or a test another shell may run.
 */
export function otherShells(line: string, script: Script): string | undefined {
  if (NUMBERED.test(line)) return 'zsh takes <1-5> for the names of files';
  if (/(^|[^\\])(\\\\)*\\$/.test(line)) return 'zsh leaves out a backslash at the end';
  const numbers = numbersIn(script);
  const isComputed = hidesSetters(script) || setsComputed(script);
  for (const node of nodesIn(script)) {
    const found = isComputedByShells(node, numbers) ? COMPUTED : differenceIn(node, { line, isComputed });
    if (found !== undefined) return found;
  }
  return undefined;
}

function differenceIn(
  node: SyntaxNode,
  { line, isComputed }: { readonly line: string; readonly isComputed: boolean },
): string | undefined {
  switch (node.type) {
    case 'ExtendedGlob':
      return `zsh may run what stands in ${node.text}`;
    case 'AnsiCQuoted':
      return PLAIN_ESCAPES.test(node.text) ? undefined : `sh does not know ${node.text}`;
    case 'ArithmeticCommand':
      return COUNTS.test(node.body) ? undefined : `sh runs ((${node.body})) as a command`;
    case 'ArithmeticExpansion':
    case 'LocaleString':
      return /^\$["[]/.test(node.text) ? `sh does not know ${node.text}` : undefined;
    case 'Assignment':
      return differenceOfName(node.name, node.value, { isComputed });
    case 'For':
    case 'Select':
      return differenceOfName(node.name.value, undefined, { isComputed });
    case 'ParameterExpansion':
      return node.operation?.operator.endsWith('=')
        ? differenceOfName(node.parameter, undefined, { isComputed })
        : undefined;
    case 'SimpleExpansion':
      return ofExpansion(node, line);
    case 'Glob':
      return node.text.startsWith('[^') ? `sh takes ${node.text} for other letters` : undefined;
    case 'TestLogical':
      return node.operands.slice(1).every(startsWithOption)
        ? undefined
        : 'sh runs what stands behind && or || in [[ ]]';
    case 'TestBinary':
      return /^[<>]$/.test(node.operator) || PIPES.test(unquoted(node.right))
        ? 'sh takes < > | & in [[ ]] for what they are elsewhere'
        : undefined;
    case 'Word':
      return ofWord(node);
    case 'DoubleQuoted':
    case 'HereDocBody':
      return ofParts(node.parts ?? []);
    case 'Command':
      return ofCommand(node);
    default:
      return undefined;
  }
}

/** Also in quotes, which hardly anybody writes. */
const NUMBERED = /<\d*-\d*>/;

const COMPUTED = 'zsh computes with a text here, which may hold a command';

/** Line ends, tabs and colours; sh takes the dollar and the backslash for text. */
const PLAIN_ESCAPES = /^\$'(\\[ntr0]|\\(033|e|x1b)\[[\d;]*m|[ ,:;|])*'$/;
/** One word, of no program's name: `((i++))`. */
const COUNTS = /^[ \t\n]*(\w+(\+\+|--)|(\+\+|--)\w+|\w+[-+*%]?=-?\w+)[ \t\n]*$/;
const PIPES = /^[^(]*[|<>&;]/;

/** `[[ a && -f b ]]`: no program begins with a dash. */
function startsWithOption(node: SyntaxNode): boolean {
  // Which is no command that sh could read.
  if (node.type === 'TestGroup') return true;
  if (node.type === 'TestNot') return startsWithOption(node.operand);
  if (node.type === 'TestLogical') return node.operands.slice(0, 1).every(startsWithOption);
  // The parser adds -n to a lone word.
  return node.type === 'TestUnary' && node.operand.pos > node.pos;
}

function ofWord(word: Word): string | undefined {
  const plain = unquoted(word);
  if (/^=[\w./]/.test(word.text)) return `zsh takes ${word.text} for the path of a program`;
  if (/^~[^/]/.test(plain)) return `zsh may take ${word.text} for the value of a variable`;
  if (!isBalanced(plain)) return 'zsh ends a group at any }';
  if (/[^/]\*\*|\*\*[^/]/.test(stars(word)))
    return `zsh and fish may look for ${word.text} in all directories below`;
  if (word.parts?.some(({ type }, i, all) => type === 'SingleQuoted' && all[i - 1]?.type === type))
    return 'zsh may take two quotes inside of a text for one';
  return ofParts(word.parts ?? []) ?? (ODD_DOLLAR.test(plain) ? UNKNOWN_TO_BASH : undefined);
}

const UNKNOWN_TO_BASH = 'zsh expands what Bash takes for text';
/** `$~x`, `$=x`, `$^x`, `$+x`. */
const ODD_DOLLAR = /(^|[^\\])(\\\\)*\$[~=^+]/;

/** What of a word stands outside of quotes and expansions. */
const unquoted = ({ parts, text }: Word): string =>
  parts
    ? parts.map((part) => (part.type === 'Literal' ? part.text : part.type === 'Glob' ? '*' : 'x')).join('')
    : text;

/** Its stars, with an `x` for what else is no slash. */
const stars = ({ parts = [] }: Word): string =>
  parts
    .map(({ type, text }) => (type === 'Glob' || type === 'Literal' ? text.replace(/[^*/]/g, 'x') : 'x'))
    .join('');

function isBalanced(text: string): boolean {
  const braces = text.replace(/\\./g, '').replace(/[^{}]/g, '');
  return /^(\{\})*$/.test(braces.replace(/\{\}/g, ''));
}

/** In zsh an index or a modifier follows the name at once: `$x[1]`, `$x:h`, and `$#x` is a length. */
function ofExpansion({ pos, end, text }: SimpleExpansionPart, line: string): string | undefined {
  // In backticks, where something is escaped, the parser counts anew.
  if (line.slice(pos, end) !== text) return 'zsh may read escaped backticks in another way';
  const after = line.slice(end, end + 10);
  return /^(\[|:[A-Za-z&])/.test(after) || (text === '$#' && /^[\w@*#?$!{-]/.test(after))
    ? `zsh reads ${text}${after} as one expansion`
    : undefined;
}

const ofParts = (parts: readonly WordPart[]): string | undefined =>
  parts.some((part) => part.type === 'Literal' && ODD_DOLLAR.test(part.text)) ? UNKNOWN_TO_BASH : undefined;

function ofCommand(node: Command): string | undefined {
  const { name, args, redirects } = node;
  const words = args.filter((arg) => arg.type === 'Word');
  const last = Math.max(-1, ...[...(name ? [name] : []), ...words].map(({ pos }) => pos));
  if (
    redirects.some(
      ({ type, pos, operator }) => type === 'Redirect' && operator.startsWith('&>') && pos < last,
    )
  )
    return 'sh ends the command at &> and runs what stands behind it';
  if (name?.value === 'cd' && words.filter(({ text }) => !/^-\w*$/.test(text)).length > 1)
    return 'zsh goes elsewhere with two words for cd';
  return differenceOfBuiltin(node);
}
