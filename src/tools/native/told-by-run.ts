import { type Command, type ParsedScript, type Pipeline, parse, type Word } from 'unbash';
import type { FoundNames } from '../../core/path/found-names.ts';
import { nodesIn } from '../../core/shell/nodes-in.ts';
import { movesOddly } from '../../core/shell/plain-moves.ts';

/** The program and the word behind it. */
export type Beginning = readonly string[];

type NamesOf = (pattern: string) => FoundNames;

/**
 * The commands of a plain line that are told words which only the run knows: the names that a wildcard finds, where one may
 * look like an option, and what xargs reads. Or that run in a directory which only the run knows.
 */
export function toldByRun(script: ParsedScript, namesOf: NamesOf): readonly Beginning[] {
  const found: Beginning[] = movesOddly(script) ? [[]] : [];
  for (const node of nodesIn(script)) {
    if (node.type === 'Command' && !isToldPlainly(node, namesOf)) found.push(argvOf(node).slice(0, 2));
    if (node.type === 'Pipeline') found.push(...handedOn(node));
  }
  return found.reverse();
}

/**
 * Whether git may open its pager there: where it prints to the terminal itself. Then the next line that is typed goes to
 * the pager, which has commands of its own that write files and start programs.
 */
export function maySeePager(script: ParsedScript): boolean {
  const piped = new Set<unknown>();
  for (const node of nodesIn(script))
    if (node.type === 'Pipeline') for (const command of node.commands.slice(0, -1)) piped.add(command);
  return [...nodesIn(script)].some(
    (node) => node.type === 'Command' && node.name?.value === 'git' && !piped.has(node) && !isUnpaged(node),
  );
}

const isUnpaged = ({ args, prefix }: Command): boolean =>
  prefix.some((one) => one.type === 'Assignment' && /^(GIT_)?PAGER=cat$/.test(one.text)) ||
  /^(--no-pager|status|rev-parse|rev-list|ls-files|ls-tree|merge-base|describe|remote|name-rev)$/.test(
    args[0]?.type === 'Word' ? args[0].value : '',
  );

/** Undefined for what is no Bash. */
export function parsed(line: string): ParsedScript | undefined {
  try {
    const script = parse(line);
    return (script.errors ?? []).length > 0 ? undefined : script;
  } catch {
    return undefined;
  }
}

const argvOf = ({ name, args }: Command): readonly string[] =>
  (name ? [name, ...args] : []).map((word) => (word.type === 'Word' ? word.value : ''));

function isToldPlainly({ name, args }: Command, namesOf: NamesOf): boolean {
  const program = (name?.value ?? '').replace(/^\/(usr\/)?bin\//, '');
  return args.every((word) => {
    if (word.type !== 'Word') return true;
    const bare = word.text.replace(/'[^']*'|"[^"]*"/g, '');
    // zsh may look for files in place of `HEAD^`, and find one that is called `HEAD:.env`.
    if (bare.includes('^') && !namesOf(`${word.text.replace(/\^.*$/s, '')}*`).isNone) return false;
    if (!/[*?]/.test(bare)) return true;
    // Some people let a pattern vanish that finds nothing: then the whole directory is searched.
    if (SEARCHES.test(program) && !namesOf(word.text).isSure) return false;
    return !/^[*?]/.test(word.text) || isPlainName(program, word, namesOf);
  });
}

const SEARCHES = /^([ef]?grep|rg|ag|find|git|tree|diff|xargs)$/;

/** These take any name for a file, or go on to the next one at an option that they do not know. */
const isPlainName = (program: string, { text }: Word, namesOf: NamesOf): boolean =>
  /^(wc|du)$/.test(program)
    ? !namesOf(text).isOption
    : /^(echo|cat|head|tail|nl|tac|rev|cut|ls|stat|realpath|readlink)$/.test(program);

const PRINTS_NAMES = /^(ls|stat|basename|dirname|echo)$/;
const PASSES_ON = /^(sort|head|tail|uniq|grep|egrep)$/;

/** What xargs is given becomes words: of what find finds, none can be an option, since it stands behind where find began. */
function handedOn({ commands }: Pipeline): readonly Beginning[] {
  const argvs = commands.map((node) => (node.type === 'Command' ? argvOf(node) : []));
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
