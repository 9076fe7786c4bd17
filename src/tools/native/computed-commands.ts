import {
  type Command,
  type For,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { isOneWord, isSpelled, type Known, startsAsGlob } from './spelled-word.ts';
import { variablesIn } from './tainted-variables.ts';

/** The program and the word behind it, as far as they stand in the line. */
export type Beginning = readonly string[];

/**
 * The commands of a line that are told words, or read files, which only the run knows: from a substitution, a variable that
 * is not set to a plain text before, `read`, `xargs` or the names that a wildcard finds.
 */
export function computedCommands(script: ParsedScript, namesOf: Known['namesOf']): readonly Beginning[] {
  const found: Beginning[] = [];
  visit(script as SyntaxNode, { names: new Set(), ...variablesIn(script, namesOf) }, found);
  return found;
}

/** Undefined for what is no Bash. */
export function parsed(line: string): ParsedScript | undefined {
  try {
    const script = parse(line);
    return (script.errors ?? []).length > 0 ? undefined : script;
  } catch {
    return undefined;
  }
}

interface Scope extends Known {
  readonly names: Set<string>;
}

function visit(node: SyntaxNode, scope: Scope, found: Beginning[]): void {
  if (node.type === 'Script' || node.type === 'CompoundList')
    inOrder(node.commands, { ...scope, names: new Set(scope.names) }, found);
  else if (node.type === 'AndOr')
    for (const [i, command] of node.commands.entries()) {
      visit(command, scope, found);
      if (i === 0) settle(command, scope);
    }
  else {
    found.push(...ownWords(node, scope));
    const inside = node.type === 'For' ? inLoop(node, scope) : scope;
    forEachChild(node, (child) => visit(child, inside, found));
  }
}

function ownWords(node: SyntaxNode, scope: Scope): readonly Beginning[] {
  if (node.type === 'Command') return ofCommand(node, scope);
  if (node.type === 'Pipeline') return handedOn(node, scope);
  return node.type === 'Redirected' && !node.redirects.every((one) => isKnownFile(one, scope)) ? [[]] : [];
}

function inLoop({ name: { value }, wordlist }: For, scope: Scope): Scope {
  const isKnown = wordlist?.every((word) => isSpelled(word, scope)) ?? false;
  const others = [...scope.names].filter((name) => name !== value);
  return { ...scope, names: new Set(isKnown ? [...others, value] : others) };
}

/** What is set at one place is set behind it, unless that is done only perhaps, or elsewhere. */
function inOrder(statements: readonly Statement[], scope: Scope, found: Beginning[]): void {
  for (const { command, background } of statements) {
    visit(command, scope, found);
    if (!background) settle(command.type === 'AndOr' ? command.commands[0] : command, scope);
  }
}

function settle(node: SyntaxNode | undefined, scope: Scope): void {
  if (node?.type !== 'Command' || node.name || node.redirects.length > 0) return;
  for (const part of node.prefix) {
    const isKnown = part.type === 'Assignment' && part.value.type === 'Word' && isSpelled(part.value, scope);
    if (isKnown && !scope.tainted.has(part.name)) scope.names.add(part.name);
  }
}

/** These print or compare their words, and do nothing else with them. */
const TAKES_TEXT = /^(echo|basename|dirname|true|false|:|exit|return)$/;

function ofCommand(node: Command, scope: Scope): readonly Beginning[] {
  const { name, args, prefix, redirects } = node;
  const isSet = prefix.every(
    (part) => part.type !== 'Assignment' || !name || isKnownValue(part.value, scope),
  );
  const areFilesKnown = redirects.every((one) => isKnownFile(one, scope));
  const isTold = !name || isToldPlainly(name, args, scope);
  return isSet && areFilesKnown && isTold ? [] : [beginningOf(node, scope)];
}

const isKnownValue = (value: SyntaxNode, scope: Scope): boolean =>
  value.type === 'Word' && isSpelled(value, scope);

function isToldPlainly(name: Word, args: Command['args'], scope: Scope): boolean {
  if (!isSpelled(name, { ...scope, names: new Set() }) || startsAsGlob(name, scope)) return false;
  const program = name.value.replace(/^\/(usr\/)?bin\//, '');
  const words = args.filter((arg) => arg.type === 'Word');
  if (words.length < args.length) return false;
  const known = words.map((word) => isSpelled(word, scope));
  if (TAKES_TEXT.test(program)) return true;
  if (program === 'printf' || program === 'test' || program === '[')
    return known.every((one) => one) || (program === 'printf' ? isPlainFormat(words) : isPlainTest(words));
  return words.every(
    (word, i) => known[i] && (!startsAsGlob(word, scope) || isPlainName(program, word, scope)),
  );
}

/** Of the names that a wildcard finds, one may look like an option. */
const isPlainName = (program: string, word: Word, known: Known): boolean =>
  /^(wc|du)$/.test(program)
    ? patternsOf(word, known).every((pattern) => !known.namesOf(pattern).isOption)
    : /^(cat|head|tail|nl|tac|rev|cut|ls|stat|realpath|readlink)$/.test(program);

/** What a word finds, or the variable that it is; an empty one where that is not known. */
function patternsOf({ text, parts = [] }: Word, { found }: Known): readonly string[] {
  const [, name] = /^"?\$\{?(\w+)\}?"?$/.exec(text) ?? [];
  if (name !== undefined) return found.get(name) ?? [''];
  return [parts.every(({ type }) => /^(Literal|Glob)$/.test(type)) ? text : ''];
}

/** Its first word can be an option that sets a variable. */
const isPlainFormat = ([format]: readonly Word[]): boolean =>
  format !== undefined && (format.parts ?? []).every(isText) && !/^["'\\$]*-/.test(format.text);
const isText = (part: WordPart): boolean =>
  part.type === 'DoubleQuoted' ? part.parts.every(isText) : /^(Literal|SingleQuoted)$/.test(part.type);

const UNARY = /^-[bcdefghknprstuwxzGLNOS]$/;
const BINARY = /^(==?|!=|-(eq|ne|lt|le|gt|ge))$/;

/** `[ -n "$x" ]`, `[ "$a" = b ]`: the words that say what is tested stand in the line, and each of the others is one word. */
function isPlainTest(words: readonly Word[]): boolean {
  const asked = words.filter(({ text }, i) => !(text === ']' && i === words.length - 1));
  const [a, b, c, ...more] = asked[0]?.text === '!' ? asked.slice(1) : asked;
  if (!a || !b || more.length > 0 || !asked.every(isOneWord)) return false;
  return c === undefined ? UNARY.test(a.text) : BINARY.test(b.text);
}

/** A file that is read from, or written to, by its name; text that stands in the line is none. */
const isKnownFile = (redirect: Redirection, scope: Known): boolean =>
  redirect.type !== 'Redirect' ||
  !redirect.target ||
  (isSpelled(redirect.target, scope) && !/[*?[]/.test(redirect.target.text));

function beginningOf({ name, args }: Command, scope: Known): Beginning {
  const words = name ? [name, ...args.slice(0, 1)] : [];
  const plain = words.map((word) =>
    word.type === 'Word' && isSpelled(word, scope) ? word.value : undefined,
  );
  const [program, first] = plain;
  if (program === undefined) return [];
  return first === undefined ? [program] : [program, first];
}

const PRINTS_NAMES = /^(ls|stat|basename|dirname|echo)$/;
const PASSES_ON = /^(sort|head|tail|uniq|grep|egrep)$/;

/** What xargs is given becomes words: of what find finds, none can be an option, since it stands behind where find began. */
function handedOn({ commands }: Pipeline, scope: Known): readonly Beginning[] {
  const argvs = commands.map((node) => (node.type === 'Command' ? argvOf(node, scope) : []));
  return argvs.flatMap((argv, at) => {
    const [program, to = 'echo'] = argv;
    if (program !== 'xargs' || PRINTS_NAMES.test(to)) return [];
    const [source = [], ...between] = argvs.slice(0, at);
    const isFound =
      source[0] === 'find' &&
      /^[\w./]/.test(source[1] ?? '') &&
      !source.some((word) => /^-f?printf|^-f?ls$/.test(word) || word === '') &&
      between.every(([name = '', ...words]) => PASSES_ON.test(name) && !words.some(changesLines));
    return isFound ? [] : [[program, to]];
  });
}

const changesLines = (word: string): boolean =>
  /^-[A-Za-z]*[oczZ]|^--(?!include|color)/.test(word) || word === '';

/** An empty word for one that only the run knows. */
const argvOf = ({ name, args }: Command, scope: Known): readonly string[] =>
  (name ? [name, ...args] : []).map((word) =>
    word.type === 'Word' && isSpelled(word, scope) ? word.value : '',
  );
