import { type Command, forEachChild, type Script, type SyntaxNode, type Word, type WordPart } from 'unbash';
import { namesIn } from './survey.ts';

/**
 * Whether something may be evaluated that is more than numbers. Bash evaluates a text again where it computes with it, and a
 * command can stand in it: with `a[$(command)]` in x, `$((x))` runs the command. So an expression is fine only if all of it
 * is numbers, operators, and whole names that this script sets to numbers and to nothing else.
 */
export function computesWithText(source: string, script: Script): boolean {
  if (OPENED_INTO.test(source) || /\$\{!/.test(source)) return true;
  const names = namesSetIn(script);
  if ([...names.texts].some((name) => EVALUATED_WHEN_SET.test(name))) return true;
  return visitAll(script, (node, isInside) => {
    if (isInside && isSubstitution(node) && (names.hasFunctions || !printsNumber(node.script))) return true;
    return evaluatesWords(node) || arithmeticIn(node).some((text) => !isPlainArithmetic(text, names));
  });
}

/** `{name}</dev/null` sets a variable, whose index is evaluated. */
export const OPENED_INTO = /(?<=(?:^|[ \t\n;&|(){}])\{([A-Za-z_]\w*)(?:\[[^\]]*\])?)\}[<>]/;

const EVALUATED_WHEN_SET = /^(RANDOM|OPTIND|HISTCMD|SECONDS|LINENO|EPOCHSECONDS|SRANDOM|BASHPID)$/;
/** The shell itself sets them, to numbers. */
const NUMBERS = /^(COLUMNS|LINES|UID|EUID|PPID|BASHPID|RANDOM|SRANDOM|SECONDS|LINENO|EPOCHSECONDS|SHLVL)$/;

const TOKEN =
  /[ \t\n]+|\d+(?![\w$])|\$\{#[A-Za-z_]\w*(?:\[[@*]\])?\}|\$[#?]|\$\{([A-Za-z_]\w*)\}(?![\w$[{])|\$?([A-Za-z_]\w*)(?![\w$[{(])|\$\((?=\()|[-+*/%<>=!&|^~?:,()]/y;

interface Names {
  readonly numbers: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
  readonly hasFunctions: boolean;
}

function isPlainArithmetic(expression: string, { numbers, texts }: Names): boolean {
  const text = expression.replace(/^"([^"]*)"$/, '$1').replace(SUBSTITUTED, ' 0 ');
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) return false;
    const name = found[1] ?? found[2];
    if (name === undefined) continue;
    if (texts.has(name) || !(numbers.has(name) || NUMBERS.test(name))) return false;
  }
  return true;
}

/** What programs print is looked at by itself. */
const SUBSTITUTED = /\$\((?!\()[^()]*\)/g;

function namesSetIn(script: Script): Names {
  const [numbers, texts] = [new Set<string>(), new Set<string>()];
  let hasFunctions = false;
  const set = (name: string, isNumber: boolean): void => void (isNumber ? numbers : texts).add(name);
  visitAll(script, (node) => {
    if (node.type === 'Function') hasFunctions = true;
    if (node.type === 'Assignment') set(node.name, isNumeric(node.value));
    if (node.type === 'For') set(node.name.value, node.wordlist?.every(isNumeric) ?? false);
    if (node.type === 'Select') set(node.name.value, false);
    if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default') set(node.parameter, false);
    if (node.type === 'ArithmeticBinary' && node.operator === '=' && node.left.type === 'ArithmeticWord')
      numbers.add(node.left.value);
    if (node.type === 'Command' && node.name?.value === 'let')
      for (const { text } of node.args) numbers.add(/^["']?([A-Za-z_]\w*)=/.exec(text)?.[1] ?? '');
    if (node.type === 'Command' && SETS_TEXT.test(node.name?.value ?? ''))
      for (const name of namesIn(node)) set(name, false);
    return false;
  });
  return { numbers, texts, hasFunctions };
}

const SETS_TEXT = /^(read|mapfile|readarray|getopts|printf|wait|unset|command|builtin)$/;

/** Commands whose words are names or expressions, wherever those cannot be told by looking. */
function evaluatesWords(node: SyntaxNode): boolean {
  if (node.type !== 'Command') return false;
  const program = node.name?.value ?? '';
  const texts = node.args.map(({ text }) => text);
  switch (program) {
    case 'let':
      return texts.some((text) => /\$\(|`/.test(text));
    case 'command':
    case 'builtin':
      return texts.some((text) => EVALUATORS.test(text.replace(/["'\\]/g, '')));
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
    case 'export':
      return texts.some((text) => /^["'\\$]|^-\w*[in]/.test(text) || /^["']?\w+["'\\]*\[/.test(text));
    case 'test':
    case '[':
      return texts.some((text) => /-v/.test(text));
    case 'printf':
    case 'read':
    case 'unset':
    case 'wait':
    case 'getopts':
    case 'mapfile':
    case 'readarray':
      return NAMES_BEHIND[program] !== undefined &&
        !texts.some((text) => text.startsWith(NAMES_BEHIND[program] ?? ''))
        ? false
        : texts.some((text) => /\w["'\\]*\[|^["'\\]*\$/.test(text));
    default:
      return false;
  }
}

/** These take a name behind an option only. */
const NAMES_BEHIND: Readonly<Record<string, string>> = { printf: '-v', wait: '-p' };

const EVALUATORS =
  /^(let|declare|typeset|local|readonly|export|read|printf|test|\[|unset|mapfile|readarray|getopts|wait|eval)$/;

/** The expressions that a node evaluates, as they are written. */
export function arithmeticIn(node: SyntaxNode): readonly string[] {
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
        ...(node.index && !/^[@*]$/.test(node.index.text) ? [node.index.text] : []),
        ...(node.operation?.type === 'Slice'
          ? [node.text.slice(node.parameterEnd - node.pos).replace(/\}$/, '')]
          : []),
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

const indexOf = ({ text }: Word): string[] => /^\[(.*)\]\+?=/s.exec(text)?.slice(1) ?? [];

/** `let y=x`. */
const inArguments = ({ name, args }: Command): string[] =>
  name?.value === 'let' ? args.map(({ text }) => text) : [];

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
      return words.every((word) => /^[-\d"$\w{}.]+$/.test(word) && !/^-[fst]/.test(word));
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
