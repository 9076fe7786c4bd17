import {
  type ArrayValue,
  type Assignment,
  type Command,
  forEachChild,
  type ParameterExpansionPart,
  type ParsedScript,
  type SyntaxNode,
  type Word,
} from 'unbash';

/** What holds for a whole script, found in one look at every node. */
export interface Survey {
  /** Why the script cannot be judged at all. */
  readonly problem: string | undefined;
  readonly functions: ReadonlySet<string>;
  /** The words each variable is set to; undefined where one of them is not a plain word. */
  readonly assigned: ReadonlyMap<string, readonly Word[] | undefined>;
  /** Variables that hold what was read from stdin. */
  readonly readNames: ReadonlySet<string>;
  /** A command in it may set a variable that is in neither. */
  readonly mayHideSetters: boolean;
}

/** What the parser takes for plain text, and Bash does not. */
function unreadable(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  // Unless a line before turns it on, Bash knows it in `[[ ]]` alone; in an array it goes on with the next line.
  const hasExtended = node.type === 'Word' && node.parts?.some(({ type }) => type === 'ExtendedGlob');
  if (hasExtended && parent?.type !== 'TestBinary') return `Bash may not know the pattern ${node.text}`;
  if (node.type === 'AnsiCQuoted' && BRACED.test(node.text)) return 'It hides letters as \\x{72}';
  // A file of translations says what it becomes, and Bash runs the commands that stand in there.
  if (node.type === 'LocaleString') return `Only a translation says what ${node.text} is`;
  // Bash refuses it, and zsh runs what stands in it: `${(e)x}`.
  if (node.type === 'ParameterExpansion' && !isExpansion(node)) return `Bash does not know ${node.text}`;
  // In `x=y<(a) rm b` the parser takes rm for an argument; nobody runs what stands behind `<(` itself.
  if (node.type === 'Command' && node.name?.parts?.[0]?.type === 'ProcessSubstitution')
    return 'Part of it cannot be read';
  const isPlain = node.type === 'Literal' || (node.type === 'Word' && !node.parts);
  return isPlain && SUBSTITUTION.test(node.text) ? 'Part of it cannot be read' : undefined;
}

/** By the grammar of Bash: a name or a special character, and an operation that there is. */
const isExpansion = ({ parameter, operation }: ParameterExpansionPart): boolean =>
  /^(?:[A-Za-z_]\w*|\d+|[@*#?$!-])$/.test(parameter) && operation?.type !== 'Unknown';

/** `a=($(rm x))y`, for one. */
const SUBSTITUTION = /(?:^|[^\\])(?:\\\\)*(?:\$\(|`|[<>]\()/;
/** `$'\x{72}m'` is `rm` to Bash; no manual says so, and the parser does not know it. */
const BRACED = /^\$'(?:[^\\]|\\[^x]|\\x(?!\{))*\\x\{/;

const MOST_NODES = 20_000;
const DEEPEST = 100;

// These set variables by name, to something only the run knows.
const SETTERS = new Set([
  'mapfile',
  'readarray',
  'getopts',
  'printf',
  'wait',
  'select',
  'unset',
  'let',
  'declare',
  'typeset',
  'local',
  'export',
  'readonly',
]);

// With these, or under their names, variables are set in ways that the names above do not show.
const HIDDEN_SETTERS = new Set([
  ...SETTERS,
  ...['read', 'builtin', 'command', 'eval', 'source', '.', 'trap', 'alias', 'set', 'shift', 'exec', 'enable'],
  ...['shopt', 'bind', 'complete', 'compgen', 'fc', 'history'],
]);

/** Any program of its own cannot: only the shell itself sets its variables. */
const hidesSetter = (node: SyntaxNode): boolean =>
  node.type === 'Coproc' ||
  node.type === 'Function' ||
  (node.type === 'Command' &&
    node.name !== undefined &&
    (HIDDEN_SETTERS.has(node.name.value) ||
      (node.name.parts?.some(({ type }) => type !== 'Literal' && type !== 'SingleQuoted') ?? false)));

/** Walks without recursion, so that no nesting can overflow the stack. */
export function survey(script: ParsedScript): Survey {
  const functions = new Set<string>();
  const readNames = new Set<string>();
  const assigned = new Map<string, Word[] | undefined>();
  const assign = (name: string, word: Word | undefined): void => {
    const words = assigned.has(name) ? assigned.get(name) : [];
    if (word) words?.push(word);
    assigned.set(name, word && words);
  };
  const stack: { node: SyntaxNode; depth: number; parent?: SyntaxNode }[] = [{ node: script, depth: 0 }];
  let count = 0;
  let mayHideSetters = false;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, depth, parent } = next;
    if (++count > MOST_NODES)
      return { problem: 'It is too long to judge', functions, assigned, readNames, mayHideSetters };
    if (depth > DEEPEST)
      return { problem: 'It is nested too deeply to judge', functions, assigned, readNames, mayHideSetters };
    const [error] = node.type === 'Script' ? ((node as ParsedScript).errors ?? []) : [];
    if (error)
      return {
        problem: `It is not valid Bash: ${error.message}`,
        functions,
        assigned,
        readNames,
        mayHideSetters,
      };
    const problem = unreadable(node, parent);
    if (problem !== undefined) return { problem, functions, assigned, readNames, mayHideSetters };
    note(node, { functions, readNames }, assign);
    mayHideSetters ||= hidesSetter(node);
    forEachChild(node, (child) => stack.push({ node: child, depth: depth + 1, parent: node }));
  }
  return { problem: undefined, functions, assigned, readNames, mayHideSetters };
}

function note(
  node: SyntaxNode,
  { functions, readNames }: { functions: Set<string>; readNames: Set<string> },
  assign: (name: string, word: Word | undefined) => void,
): void {
  if (node.type === 'Function') functions.add(node.name.value);
  if (node.type === 'Assignment') assign(node.name, node.append || node.index ? undefined : plainWord(node));
  if (node.type === 'Select') assign(node.name.value, undefined);
  if (node.type === 'For') {
    for (const word of node.wordlist ?? [undefined]) assign(node.name.value, word);
  }
  if (
    node.type === 'ParameterExpansion' &&
    node.operation?.type === 'Default' &&
    node.operation.operator.includes('=')
  )
    assign(node.parameter, undefined);
  if (node.type === 'ArithmeticWord') assign(node.value, undefined);
  if (node.type !== 'Command') return;
  if (node.name?.value === 'read') for (const name of namesIn(node)) readNames.add(name);
  if (SETTERS.has(node.name?.value ?? '')) for (const name of namesIn(node)) assign(name, undefined);
}

const plainWord = ({ value }: Assignment): Word | undefined => (isArray(value) ? undefined : value);

const isArray = (value: Word | ArrayValue): value is ArrayValue => value.type === 'ArrayValue';

/** Every plain name among the arguments: whether it is set is not worth finding out. */
export function namesIn({ args }: Command): string[] {
  return args.flatMap((arg) => (arg.type === 'Word' && /^[A-Za-z_]\w*$/.test(arg.value) ? [arg.value] : []));
}
