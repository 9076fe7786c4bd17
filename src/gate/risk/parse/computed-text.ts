import { type Command, forEachChild, type Script, type SyntaxNode, type Word, type WordPart } from 'unbash';
import { namesIn } from './survey.ts';

/**
 * Whether arithmetic may meet a text that only the run knows. Bash evaluates such a text again, and a command can stand in
 * it: with `a[$(command)]` in x, `$((x))` runs the command. What is printed by programs that print numbers is no such text.
 */
export function computesWithText(script: Script): boolean {
  const texts = textsIn(script);
  return visitAll(script, (node, isInside) => {
    if (isInside && isSubstitution(node) && !printsNumber(node.script)) return true;
    return arithmeticIn(node).some((text) => mayBeText(text, texts));
  });
}

/** Set by the shell itself, to what the script or its input says. */
const SPECIAL =
  /^(_|REPLY|MAPFILE|OPTARG|COPROC|DIRSTACK|FUNCNAME|BASH_(REMATCH|COMMAND|EXECUTION_STRING|ARGV.*))$/;

function mayBeText(expression: string, texts: ReadonlySet<string>): boolean {
  if (/\$\{?[@*\d]/.test(expression.replace(/^\$\(\(/, ''))) return true;
  const names = expression.match(/(?<!\w)[A-Za-z_]\w*/g) ?? [];
  return names.some((name) => texts.has(name) || SPECIAL.test(name));
}

/** Variables that are set to something else than a number. */
function textsIn(script: Script): Set<string> {
  const texts = new Set<string>();
  visitAll(script, (node) => {
    if (node.type === 'Assignment' && !isNumeric(node.value)) texts.add(node.name);
    if (node.type === 'Select' || node.type === 'For')
      if (node.type === 'Select' || !node.wordlist?.every(isNumeric)) texts.add(node.name.value);
    if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default') texts.add(node.parameter);
    if (node.type === 'Command' && SETS_TEXT.test(node.name?.value ?? ''))
      for (const name of namesIn(node)) texts.add(name);
    return false;
  });
  return texts;
}

const SETS_TEXT = /^(read|mapfile|readarray|getopts|printf|wait)$/;

/** The expressions that a node evaluates, as they are written. */
function arithmeticIn(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case 'ArithmeticExpansion':
      return [node.text];
    case 'ArithmeticCommand':
      return [node.body];
    case 'ArithmeticWord':
      return [node.value];
    case 'TestBinary':
      return COMPARES_NUMBERS.test(node.operator) ? [node.left.text, node.right.text] : [];
    case 'TestUnary':
      return node.operator === '-v' ? [node.operand.text] : [];
    case 'ParameterExpansion':
      return [
        ...(node.index ? [node.index.text] : []),
        ...(node.operation?.type === 'Slice' ? [node.text.slice(node.parameterEnd - node.pos)] : []),
      ];
    case 'Assignment':
      return [
        ...(node.index ? [node.index.text] : []),
        ...(node.value.type === 'ArrayValue' ? node.value.elements.flatMap(indexOf) : []),
      ];
    case 'Command':
      return inArguments(node);
    case 'Word':
    case 'Literal':
      // The old form, which the parser takes for text.
      return /\$\[/.test(node.text) ? [node.text] : [];
    default:
      return [];
  }
}

const COMPARES_NUMBERS = /^-(eq|ne|lt|le|gt|ge)$/;

const indexOf = ({ text }: Word): string[] => /^\[([^\]]*)\]/.exec(text)?.slice(1) ?? [];

/** `let y=x`, `declare -i y=x`, `unset 'a[x]'`. */
function inArguments({ name, args }: Command): string[] {
  const program = name?.value ?? '';
  const texts = args.map(({ text }) => text);
  if (program === 'let') return texts;
  if (/^(declare|typeset|local|readonly|export)$/.test(program))
    return texts.some((text) => /^-\w*i/.test(text)) ? texts : [];
  return /^(unset|read|printf|test|\[|wait)$/.test(program)
    ? texts.flatMap((text) => /^['"]?\w+\[(.*)\]/s.exec(text)?.slice(1) ?? [])
    : [];
}

function isNumeric(value: SyntaxNode): boolean {
  if (value.type === 'ArrayValue') return value.elements.every(isNumeric);
  if (value.type !== 'Word') return false;
  return value.parts ? value.parts.every(isNumericPart) : /^[-+]?\d*$/.test(value.value);
}

function isNumericPart(part: WordPart): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return /^[-+\d]*$/.test(part.value);
    case 'DoubleQuoted':
      return part.parts.every(isNumericPart);
    case 'ArithmeticExpansion':
      return true;
    case 'SimpleExpansion':
      return /^\$([#?$!]|RANDOM|SECONDS|LINENO|UID|EUID|PPID|BASHPID|EPOCHSECONDS)$/.test(part.text);
    case 'ParameterExpansion':
      return part.prefix === '#';
    case 'BraceExpansion':
      return /^\{[-\d.,]+\}$/.test(part.text);
    case 'CommandExpansion':
      return printsNumber(part.script);
    default:
      return false;
  }
}

const isSubstitution = (node: SyntaxNode) =>
  node.type === 'CommandExpansion' || node.type === 'ArithmeticCommandExpansion';

/** A file's name is printed beside its number of lines, so that is known of standard input only. */
function printsNumber(script: Script | undefined): boolean {
  const [statement, ...others] = script?.commands ?? [];
  if (!statement || others.length > 0) return false;
  const { command } = statement;
  const last = command.type === 'Pipeline' ? command.commands.at(-1) : command;
  if (last?.type !== 'Command') return false;
  const words = last.args.map(({ text }) => text);
  switch (last.name?.value) {
    case 'seq':
    case 'nproc':
      return true;
    case 'wc':
      return words.every((word) => word.startsWith('-'));
    case 'date':
      return words.length === 1 && /^['"]?\+%[sYmdHMSjuN]+['"]?$/.test(words[0] ?? '');
    case 'id':
      return words.length === 1 && words[0] === '-u';
    default:
      return false;
  }
}

/** Walks without recursion; `isInside`: directly in something that is evaluated. True as soon as one says so. */
function visitAll(script: Script, isFound: (node: SyntaxNode, isInside: boolean) => boolean): boolean {
  const stack: { node: SyntaxNode; isInside: boolean }[] = [{ node: script as SyntaxNode, isInside: false }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, isInside } = next;
    if (isFound(node, isInside)) return true;
    const goesOn = isInside && !isSubstitution(node);
    const within = goesOn || (node.type !== 'Command' && arithmeticIn(node).length > 0);
    forEachChild(node, (child) => stack.push({ node: child, isInside: within }));
  }
  return false;
}
