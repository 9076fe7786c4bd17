import { forEachChild, parse, type Script, type SyntaxNode, type Word } from 'unbash';
import { isMove } from './plain-moves.ts';
import { hidesSetters } from './plain-variables.ts';

/** The time it takes to look grows faster than the line. */
const LONGEST = 10_000;

/**
 * Whether all that a line does with these variables is to hand them on as words: each stands in it, in quotes, and none of
 * them, nor anything made of them, becomes a program, a directory, a number to compute or a variable of a program.
 * That holds where programs do not get the variables themselves, since any of them may go by any name.
 */
export function usesAsData(
  line: string,
  names: readonly string[],
  isExported: (name: string) => boolean,
): boolean {
  if (names.length === 0) return true;
  if (line.length > LONGEST) return false;
  const script = scriptOf(line);
  if (!script || hidesSetters(script)) return false;
  const nodes = nodesOf(script as SyntaxNode);
  const used = new Set(nodes.map(variableOf));
  if (!names.every((name) => used.has(name)) || writesForOthers(nodes)) return false;
  if ([...used].some((name) => name !== undefined && CARRIES.test(name))) return false;
  return isHandedOn(nodes, madeOf(nodes, names), isExported);
}

/** Bash sets these to words of the commands that it runs: `echo "$X"; sh "$_"`. */
const CARRIES =
  /^(_|REPLY|OPT(ARG|IND|ERR)|MAPFILE|DIRSTACK|COPROC.*|READLINE_.*|COMP_.*|COMPREPLY|HIST.*|FUNCNAME|BASH_(?!VERS).*)$/;

/** Whether a command of a line reads what one of these variables holds, through a pipe or a here-document. */
export function feedsInput(line: string, isOne: (name: string) => boolean): boolean {
  const script = line.length > LONGEST ? undefined : scriptOf(line);
  if (!script) return true;
  const nodes = nodesOf(script as SyntaxNode);
  const used = nodes.map(variableOf).filter((name) => name !== undefined);
  const made = madeOf(nodes, used.filter(isOne));
  return nodes.some((node) =>
    node.type === 'Pipeline'
      ? node.commands.slice(0, -1).some((command) => uses(command, made))
      : (node.type === 'HereString' || node.type === 'HereDoc') && uses(node, made),
  );
}

function scriptOf(line: string): Script | undefined {
  try {
    const script = parse(line);
    return script.errors?.length ? undefined : script;
  } catch {
    return undefined;
  }
}

/** The variables, and those that are set from them. */
function madeOf(nodes: readonly SyntaxNode[], names: readonly string[]): ReadonlySet<string> {
  const made = new Set(names);
  for (let before = 0; before < made.size; ) {
    before = made.size;
    for (const node of nodes) {
      const name = node.type === 'Assignment' ? node.name : node.type === 'For' ? node.name.value : undefined;
      if (name !== undefined && uses(node, made)) made.add(name);
    }
  }
  return made;
}

const isHandedOn = (
  nodes: readonly SyntaxNode[],
  made: ReadonlySet<string>,
  isExported: (name: string) => boolean,
): boolean =>
  nodes.every((node) => {
    switch (node.type) {
      case 'Command': {
        const { name, prefix, args } = node;
        if (!name) return true;
        if (uses(name, made) || prefix.some((part) => uses(part, made))) return false;
        return args.every(
          (arg) => !uses(arg, made) || (!isMove(node) && arg.type === 'Word' && isOneWord(arg, made)),
        );
      }
      case 'Assignment':
        // Bash computes what stands in the brackets of an array, and that may run commands.
        if (node.value.type === 'ArrayValue' && uses(node, made)) return false;
        // What is in the environment already stays there, with its new value.
        return !made.has(node.name) || !isExported(node.name);
      case 'For':
        return !made.has(node.name.value) || !isExported(node.name.value);
      case 'ParameterExpansion':
        return !made.has(node.parameter) || node.prefix !== '!';
      case 'TestBinary':
        return !/^-(eq|ne|lt|le|gt|ge)$/.test(node.operator) || !uses(node, made);
      case 'ArithmeticWord':
        // Bash takes what a variable holds there for an expression, which may run commands.
        return !namesIn(node.value).some((name) => made.has(name));
      default:
        return !node.type.startsWith('Arithmetic') || !uses(node, made);
    }
  });

/** A file that one command writes is what the next may run: `echo "V=$X" > config.mk; make`. */
const writesForOthers = (nodes: readonly SyntaxNode[]): boolean =>
  nodes.filter((node) => node.type === 'Command' && node.name).length > 1 &&
  nodes.some(
    (node) =>
      node.type === 'Redirect' &&
      /^(>|>>|>\||&>|&>>|<>)$/.test(node.operator) &&
      node.target?.value !== '/dev/null',
  );

/** In quotes, and not `AR=$X`: a program takes that for a variable. */
const isOneWord = ({ text, parts = [] }: Word, made: ReadonlySet<string>): boolean =>
  !/^-?[\w.]+[+:?]?=/.test(text.replace(/["'\\]/g, '')) &&
  parts.every(
    (part) => part.type === 'DoubleQuoted' || part.type === 'CommandExpansion' || !uses(part, made),
  );

const namesIn = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

const uses = (node: SyntaxNode, names: ReadonlySet<string>): boolean =>
  nodesOf(node).some((one) => names.has(variableOf(one) ?? ''));

const variableOf = (node: SyntaxNode): string | undefined =>
  node.type === 'SimpleExpansion'
    ? node.text.slice(1)
    : node.type === 'ParameterExpansion'
      ? node.parameter
      : undefined;

function nodesOf(root: SyntaxNode): SyntaxNode[] {
  const nodes = [root];
  for (const node of nodes) forEachChild(node, (child) => nodes.push(child));
  return nodes;
}
