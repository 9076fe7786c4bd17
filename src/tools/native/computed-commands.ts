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
} from 'unbash';
import { isSpelled, type Known, startsAsGlob } from './spelled-word.ts';
import { tainted } from './tainted-variables.ts';

/** The program and the word behind it, as far as they stand in the line. */
export type Beginning = readonly string[];

/**
 * The commands of a line that are told words, or read files, which only the run knows: from a substitution, a variable that
 * is not set to a plain text before, `read`, `xargs` or the names that a wildcard finds.
 */
export function computedCommands(line: string): readonly Beginning[] {
  const script = parsed(line);
  if (!script) return [[]];
  const found: Beginning[] = [];
  visit(script as SyntaxNode, { names: new Set(), tainted: tainted(script) }, found);
  return found;
}

function parsed(line: string): ParsedScript | undefined {
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
    if (isKnown) scope.names.add(part.name);
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
  if (!isSpelled(name, { ...scope, names: new Set() }) || startsAsGlob(name)) return false;
  const program = name.value.replace(/^\/(usr\/)?bin\//, '');
  const words = args.filter((arg) => arg.type === 'Word');
  if (words.length < args.length) return false;
  const known = words.map((word) => isSpelled(word, scope));
  if (TAKES_TEXT.test(program)) return true;
  // Its first word can be an option that sets a variable.
  if (program === 'printf') return known[0] !== false && !/^["']?-/.test(words[0]?.text ?? '');
  if (program === 'test' || program === '[') return known.every((one) => one) || isPlainTest(words, known);
  return words.every((word, i) => isPlainFor(program, word, known[i] ?? false));
}

/** Of the names that a wildcard finds, one may look like an option. */
function isPlainFor(program: string, word: Word, isKnown: boolean): boolean {
  if (!isKnown || !startsAsGlob(word)) return isKnown;
  if (/^(wc|du)$/.test(program)) return /\.\w+$/.test(word.text);
  return /^(cat|head|tail|nl|tac|rev|cut|ls|stat|realpath|readlink)$/.test(program);
}

const UNARY = /^-[bcdefghknprstuwxzGLNOS]$/;
const BINARY = /^(==?|!=|-(eq|ne|lt|le|gt|ge))$/;

/** `[ -n "$x" ]`, `[ "$a" = b ]`: the words that say what is tested stand in the line, and each of the others is one word. */
function isPlainTest(words: readonly Word[], known: readonly boolean[]): boolean {
  const all = words.map((word, i) => ({ word, isKnown: known[i] ?? false }));
  const asked = all.filter(({ word }, i) => !(word.text === ']' && i === all.length - 1));
  const [first, ...rest] = asked;
  const [a, b, c, ...more] = first?.word.text === '!' ? rest : asked;
  const isOne = (one: typeof a): boolean =>
    one !== undefined &&
    (one.isKnown || (one.word.parts?.length === 1 && one.word.parts[0]?.type === 'DoubleQuoted'));
  if (more.length > 0) return false;
  return c === undefined
    ? UNARY.test(a?.word.text ?? '') && isOne(b)
    : isOne(a) && BINARY.test(b?.word.text ?? '') && isOne(c);
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
