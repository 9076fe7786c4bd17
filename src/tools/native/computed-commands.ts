import {
  type Command,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { nodesIn } from '../../core/shell/nodes-in.ts';
import { movesOddly } from '../../core/shell/plain-moves.ts';
import { isLiteral, plainUses } from '../../core/shell/plain-variables.ts';
import { patternsIn } from './found-patterns.ts';
import { isOneWord, isSpelled, type Known, startsAsGlob } from './spelled-word.ts';

/** The program and the word behind it, as far as they stand in the line. */
export type Beginning = readonly string[];

/**
 * The commands of a line that are told words, or read files, which only the run knows: from a substitution, a variable that
 * is not set to a plain text before, `read`, `xargs` or the names that a wildcard finds; or in a directory that only the run
 * knows.
 */
export function computedCommands(script: ParsedScript, namesOf: Known['namesOf']): readonly Beginning[] {
  const known: Known = { uses: plainUses(script), ...patternsIn(script), namesOf };
  const found: Beginning[] = movesOddly(script) ? [[]] : [];
  for (const node of nodesIn(script)) {
    found.push(...ownWords(node, known));
  }
  return found.reverse();
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

function ownWords(node: SyntaxNode, known: Known): readonly Beginning[] {
  if (node.type === 'Command') return ofCommand(node, known);
  if (node.type === 'Pipeline') return handedOn(node, known);
  return node.type === 'Redirected' && !node.redirects.every((one) => isKnownFile(one, known)) ? [[]] : [];
}

/** These print or compare their words, and do nothing else with them. */
const TAKES_TEXT = /^(echo|basename|dirname|true|false|:|exit|return)$/;

function ofCommand(node: Command, known: Known): readonly Beginning[] {
  const { name, args, prefix, redirects } = node;
  const isSet = prefix.every(
    (part) => part.type !== 'Assignment' || !name || isKnownValue(part.value, known),
  );
  const areFilesKnown = redirects.every((one) => isKnownFile(one, known));
  const isTold = !name || isToldPlainly(name, args, known);
  return isSet && areFilesKnown && isTold ? [] : [beginningOf(node, known)];
}

const isKnownValue = (value: SyntaxNode, known: Known): boolean =>
  value.type === 'Word' && isSpelled(value, known);

function isToldPlainly(name: Word, args: Command['args'], known: Known): boolean {
  if (!isLiteral(name) || startsAsGlob(name, known)) return false;
  const program = name.value.replace(/^\/(usr\/)?bin\//, '');
  const words = args.filter((arg) => arg.type === 'Word');
  if (words.length < args.length) return false;
  const spelled = words.map((word) => isSpelled(word, known));
  if (TAKES_TEXT.test(program)) return true;
  if (program === 'printf' || program === 'test' || program === '[')
    return spelled.every((one) => one) || (program === 'printf' ? isPlainFormat(words) : isPlainTest(words));
  return words.every(
    (word, i) => spelled[i] && (!startsAsGlob(word, known) || isPlainName(program, word, known)),
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
const isKnownFile = (redirect: Redirection, known: Known): boolean =>
  redirect.type !== 'Redirect' ||
  !redirect.target ||
  (isSpelled(redirect.target, known) && !/[*?[]/.test(redirect.target.text));

function beginningOf({ name, args }: Command, known: Known): Beginning {
  const words = name ? [name, ...args.slice(0, 1)] : [];
  const plain = words.map((word) =>
    word.type === 'Word' && isSpelled(word, known) ? word.value : undefined,
  );
  const [program, first] = plain;
  if (program === undefined) return [];
  return first === undefined ? [program] : [program, first];
}

const PRINTS_NAMES = /^(ls|stat|basename|dirname|echo)$/;
const PASSES_ON = /^(sort|head|tail|uniq|grep|egrep)$/;

/** What xargs is given becomes words: of what find finds, none can be an option, since it stands behind where find began. */
function handedOn({ commands }: Pipeline, known: Known): readonly Beginning[] {
  const argvs = commands.map((node) => (node.type === 'Command' ? argvOf(node, known) : []));
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
const argvOf = ({ name, args }: Command, known: Known): readonly string[] =>
  (name ? [name, ...args] : []).map((word) =>
    word.type === 'Word' && isSpelled(word, known) ? word.value : '',
  );
